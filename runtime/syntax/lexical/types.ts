import type { LexicalScan } from "./scan.ts";

/** A place where brackets, quotes or comments do not pair up. Offsets are UTF-16 code units. */
export interface LexicalProblem {
  readonly at: number;
  /** What stands there: the text itself, or "end of line", "end of file". */
  readonly found: string;
  /** The closer that was due; undefined for a closer that closes nothing. */
  readonly expected?: string;
  readonly opener?: { readonly text: string; readonly at: number };
}

/** Something open. Frames are never changed, so a copy of the stack is a copy of its array. */
export interface Frame {
  readonly opener: string;
  readonly closer: string;
  readonly at: number;
  /** The string that goes on after the closer: set on an interpolation. */
  readonly resume?: OpenString;
}

export interface StringRule {
  /** The closing quote, whole: `"`, `"""`, `"#`. */
  readonly close: string;
  /** Character that takes the next one with it; none in raw strings. */
  readonly escape?: string;
  /** The closing quote twice stands for itself. */
  readonly doubled?: boolean;
  readonly multiline?: boolean;
  /** A bracket that pairs with `close` inside the string, as in `%w(a (b))`. */
  readonly nests?: string;
  /** Texts that look like a quote or an interpolation and are neither: `{{`, `$$`. */
  readonly literals?: readonly string[];
  readonly interpolations?: readonly Interpolation[];
  /** More closing characters than needed belong to the text: `""""` ends a string that holds a quote. */
  readonly longClose?: boolean;
}

export interface Interpolation {
  readonly open: string;
  readonly closer: string;
  /** `:` ends the expression, and what follows up to the closer is a format, not code. */
  readonly format?: boolean;
}

export interface OpenString {
  readonly rule: StringRule;
  readonly opener: string;
  readonly at: number;
  /** Brackets of its own kind that are open inside it. */
  readonly depth?: number;
}

/** Takes what starts at `scan.at` and moves past it, or returns false and moves nothing. */
export type Step = (scan: LexicalScan) => boolean;

export interface LexicalRules {
  /** Pairs that must balance, e.g. `()[]{}`. */
  readonly brackets: string;
  /** Steps by the character they start with, tried in order, before words and brackets. */
  readonly steps: Readonly<Record<string, readonly Step[]>>;
  /** Letters and digits in a row; a number may hold more than a name. */
  readonly word?: RegExp;
  /** Asked about every word, which starts at `start` and ends at `scan.at`: string prefixes, keywords that pair up. */
  readonly onWord?: (scan: LexicalScan, word: string, start: number) => void;
  /** Asked at each line's first character. */
  readonly onLineStart?: Step;
  /** Newlines count as the last token, as in shells. */
  readonly newlineIsToken?: boolean;
  /** Where code starts; the text before it is something else (PHP in a page). */
  readonly start?: (text: string) => number;
}
