import { isBlank, type LineEnding, leadingWhitespaceLength } from "../text/mod.ts";
import { distinctPairs, type IndentPair } from "./indent-units.ts";
import { type Gap, type Lines, resembles, rewrittenLines } from "./line-alignment.ts";
import { keepTypography } from "./typography.ts";

/** The sides of an edit that are brought together. */
export interface Layout {
  readonly file: Lines;
  readonly old: Lines;
  readonly revised: Lines;
  /** Index of the file line of each old line. */
  readonly partners: readonly (number | undefined)[];
  readonly ending: LineEnding;
}

/** A gap of the edit, with what its lines need to know of the lines they replace. Worked out once, when asked. */
export class OpenGap {
  readonly #layout: Layout;
  readonly #gap: Gap;
  #rewrites: ReadonlyMap<number, number> | undefined;
  #surroundings: readonly IndentPair[] | undefined;

  constructor(layout: Layout, gap: Gap) {
    this.#layout = layout;
    this.#gap = gap;
  }

  /**
   * The pairs a line goes by when indentation was lost: the line it rewrites if that is plain; the head of a block that
   * it alone stands for; else all lines of the gap, else the nearest ones on both sides.
   */
  nearestPairs(newIndex: number, pairs: readonly (IndentPair | undefined)[]): readonly IndentPair[] {
    const { old, revised } = this.#layout;
    const rewritten = this.#rewritten().get(newIndex);
    const pair = rewritten === undefined ? undefined : pairs[rewritten];
    if (rewritten !== undefined && pair !== undefined) {
      const alone = this.#rewritten().size === 1;
      if (alone || resembles(old.bodies[rewritten] ?? "", revised.bodies[newIndex] ?? "")) return [pair];
    }
    this.#surroundings ??= this.#head(pairs) ?? surroundings(pairs, this.#gap);
    return this.#surroundings;
  }

  /** `text`, a new line as `part` leaves it, with the file's quotes and spaces where it rewrites a line of the file. */
  withFileTypography(newIndex: number, text: string, part: (body: string) => string): string {
    const { file, old, partners } = this.#layout;
    const rewritten = this.#rewritten().get(newIndex);
    if (rewritten === undefined) return text;
    return keepTypography(part(old.bodies[rewritten] ?? ""), part(file.bodies[partners[rewritten] ?? -1] ?? ""), text);
  }

  /** The first line of the gap, when one line takes the place of all and none of them is shallower. */
  #head(pairs: readonly (IndentPair | undefined)[]): readonly IndentPair[] | undefined {
    const { oldStart, oldEnd, newStart, newEnd } = this.#gap;
    const inGap = pairs.slice(oldStart, oldEnd).filter(isPair);
    const [first] = inGap;
    const written = this.#layout.revised.bodies.slice(newStart, newEnd).filter((body) => !isBlank(body));
    const isHead = first !== undefined && inGap.every(({ file }) => file.startsWith(first.file));
    return written.length === 1 && isHead ? [first] : undefined;
  }

  #rewritten(): ReadonlyMap<number, number> {
    const { old, revised } = this.#layout;
    this.#rewrites ??= rewrittenLines(old.bodies, revised.bodies, this.#gap);
    return this.#rewrites;
  }
}

function surroundings(pairs: readonly (IndentPair | undefined)[], gap: Gap): readonly IndentPair[] {
  const inGap = pairs.slice(gap.oldStart, gap.oldEnd).filter(isPair);
  if (inGap.length > 0) return distinctPairs(inGap);
  let before = gap.oldStart - 1;
  while (before >= 0 && pairs[before] === undefined) before--;
  let after = gap.oldEnd;
  while (after < pairs.length && pairs[after] === undefined) after++;
  return [pairs[before], pairs[after]].filter(isPair);
}

export function indentOf(body: string): string {
  return body.slice(0, leadingWhitespaceLength(body));
}

export function isPair(pair: IndentPair | undefined): pair is IndentPair {
  return pair !== undefined;
}
