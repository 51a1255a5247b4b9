import { BOM, countEndings, dominantEnding, type Line, type LineEnding, textStart } from "../text/mod.ts";
import type { Hunk, HunkLine } from "./formats/patch.ts";
import type { SpanEdit } from "./splice.ts";

/** A hunk and where it stands: line indexes, half-open. */
export interface PlacedHunk {
  readonly hunk: Hunk;
  readonly first: number;
  readonly end: number;
}

/** Lines of the file, as indexes, half-open, and what shall stand there instead. */
export interface ChangeRun {
  readonly from: number;
  readonly to: number;
  readonly added: readonly HunkLine[];
  /** The hunk speaks of the end of the file, so its last line end is meant as it is. */
  readonly namesEnd: boolean;
}

/** Writes line changes for one file. */
export class HunkWriter {
  readonly #content: string;
  readonly #lines: readonly Line[];
  readonly #ending: LineEnding;
  /** New lines keep the line ends of the patch. */
  readonly #keepsEndings: boolean;

  constructor(content: string, lines: readonly Line[], placed: readonly PlacedHunk[]) {
    this.#content = content;
    this.#lines = lines;
    this.#ending = dominantEnding(content);
    const kinds = Object.values(countEndings(content)).filter((count) => count > 0).length;
    this.#keepsEndings = kinds !== 1 && placed.every((place) => this.#agreesOnEndings(place));
  }

  /** The changes of a hunk; a line that is removed and added again as it was is none. */
  runsOf({ hunk, first }: PlacedHunk): ChangeRun[] {
    const namesEnd = hunk.lines.some(({ ending }) => ending === "");
    const runs: ChangeRun[] = [];
    let at = first;
    let removed: HunkLine[] = [];
    let added: HunkLine[] = [];
    const close = () => {
      const run = this.#withoutEqualEnds(at, removed, added);
      if (run.from < run.to || run.added.length > 0) runs.push({ ...run, namesEnd });
      at += removed.length;
      removed = [];
      added = [];
    };
    for (const line of hunk.lines) {
      if (line.kind === "remove") removed.push(line);
      else if (line.kind === "add") added.push(line);
      else {
        close();
        at++;
      }
    }
    close();
    return runs;
  }

  edit({ from, to, added, namesEnd }: ChangeRun): SpanEdit {
    const bodyStart = textStart(this.#content);
    const last = this.#lines.at(-1);
    const start = this.#lines[from]?.start ?? this.#content.length;
    const end = to > from ? (this.#lines[to - 1]?.next ?? start) : start;
    const lines = added.map(({ text, ending }) => text + (ending === "" || this.#keepsEndings ? ending : this.#ending));
    const isOpen = last !== undefined && last.next === last.end;
    if (to === this.#lines.length && isOpen && !namesEnd && added.length > 0) lines.push(withoutEnd(lines.pop() ?? ""));
    const opens = isOpen && from === this.#lines.length ? this.#ending : "";
    const text = opens + lines.join("");
    const writesMark = bodyStart > 0 && start === bodyStart && text.startsWith(BOM);
    return { start, end, text: writesMark ? text.slice(BOM.length) : text };
  }

  #agreesOnEndings({ hunk, first }: PlacedHunk): boolean {
    return hunk.lines
      .filter(({ kind }) => kind !== "add")
      .every(({ ending }, index) => {
        const line = this.#lines[first + index];
        return line !== undefined && this.#content.slice(line.end, line.next) === ending;
      });
  }

  #withoutEqualEnds(at: number, removed: readonly HunkLine[], added: readonly HunkLine[]): Omit<ChangeRun, "namesEnd"> {
    const shorter = Math.min(removed.length, added.length);
    let head = 0;
    while (head < shorter && this.#isSame(removed[head], added[head])) head++;
    let tail = 0;
    while (head + tail < shorter && this.#isSame(removed.at(-1 - tail), added.at(-1 - tail))) tail++;
    return { from: at + head, to: at + removed.length - tail, added: added.slice(head, added.length - tail) };
  }

  #isSame(removed: HunkLine | undefined, added: HunkLine | undefined): boolean {
    if (removed === undefined || added === undefined || removed.text !== added.text) return false;
    return removed.ending === added.ending || (removed.ending !== "" && added.ending !== "" && !this.#keepsEndings);
  }
}

function withoutEnd(line: string): string {
  return line.replace(/(?:\r\n|\n|\r)$/, () => "");
}
