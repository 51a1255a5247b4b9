import type { Edit, Point, Tree } from "web-tree-sitter";

/** Of a text, in UTF-16 code units; the tree of a longer one would take too much memory to keep. */
const MAX_KEPT_LENGTH = 300_000;
/** A text may be read as it is and with what the grammar does not know put in other words. */
const MAX_KEPT = 2;

/**
 * The trees of the texts that a grammar read last, sound ones above all. The next text is most often one of these after an edit, or the
 * same again, and reading only what changed is many times faster.
 */
export class KeptTrees {
  readonly #edit: (at: EditPlace) => Edit;
  #kept: readonly Kept[] = [];
  #withErrors: Kept | null = null;

  /** @param edit Makes what `Tree.edit` takes; the library that has it loads late. */
  constructor(edit: (at: EditPlace) => Edit) {
    this.#edit = edit;
  }

  /** The tree of exactly this text. It stays this object's: it must neither be freed nor kept. */
  of(text: string): Tree | null {
    return this.#kept.find((kept) => kept.text === text)?.tree ?? null;
  }

  /** The same for a text with syntax errors, the last one. Nothing is read on from it: behind an error that may differ. */
  withErrorsOf(text: string): Tree | null {
    return this.#withErrors?.text === text ? this.#withErrors.tree : null;
  }

  /** A copy of the nearest tree, told where `text` differs; the caller frees it. `null`: too little is alike. */
  editedInto(text: string): Tree | null {
    if (text.length > MAX_KEPT_LENGTH) return null;
    let nearest: { readonly tree: Tree; readonly old: string; readonly range: ChangedRange } | null = null;
    for (const { text: old, tree } of this.#kept) {
      const range = changedRange(old, text);
      if (sizeOf(range) > text.length / 4 || (nearest !== null && sizeOf(range) >= sizeOf(nearest.range))) continue;
      nearest = { tree, old, range };
    }
    if (nearest === null) return null;
    const { tree, old, range } = nearest;
    const edited = tree.copy();
    edited.edit(this.#edit(placeOf(old, text, range)));
    return edited;
  }

  /** Takes the tree over, unless it is too large: the caller then frees it. */
  keep(text: string, tree: Tree): boolean {
    if (text.length > MAX_KEPT_LENGTH) return false;
    for (const { tree: dropped } of this.#kept.slice(MAX_KEPT - 1)) dropped.delete();
    this.#kept = [{ text, tree }, ...this.#kept.slice(0, MAX_KEPT - 1)];
    return true;
  }

  /** As `keep`, for a text with syntax errors. */
  keepWithErrors(text: string, tree: Tree): boolean {
    if (text.length > MAX_KEPT_LENGTH) return false;
    this.#withErrors?.tree.delete();
    this.#withErrors = { text, tree };
    return true;
  }
}

interface Kept {
  readonly text: string;
  readonly tree: Tree;
}

export type EditPlace = ConstructorParameters<typeof Edit>[0];

interface ChangedRange {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

function sizeOf({ start, oldEnd, newEnd }: ChangedRange): number {
  return Math.max(oldEnd, newEnd) - start;
}

function changedRange(old: string, text: string): ChangedRange {
  const limit = Math.min(old.length, text.length);
  let start = 0;
  while (start < limit && old.charCodeAt(start) === text.charCodeAt(start)) start += 1;
  let tail = 0;
  while (tail < limit - start && old.charCodeAt(old.length - 1 - tail) === text.charCodeAt(text.length - 1 - tail))
    tail += 1;
  return { start, oldEnd: old.length - tail, newEnd: text.length - tail };
}

function placeOf(old: string, text: string, { start, oldEnd, newEnd }: ChangedRange): EditPlace {
  const startPosition = pointAt(text, start);
  return {
    startIndex: start,
    oldEndIndex: oldEnd,
    newEndIndex: newEnd,
    startPosition,
    oldEndPosition: pointAt(old, oldEnd),
    newEndPosition: pointAt(text, newEnd),
  };
}

function pointAt(text: string, index: number): Point {
  let row = 0;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < index; at = text.indexOf("\n", at + 1)) {
    row += 1;
    lineStart = at + 1;
  }
  return { row, column: index - lineStart };
}
