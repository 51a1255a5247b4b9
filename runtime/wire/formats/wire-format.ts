import type { Cursor } from "../cursor.ts";
import type { Found } from "../finish-call.ts";
import type { Reader } from "../looking-ahead.ts";
import type { ToolTable } from "../tool-table.ts";
import type { PlainCall, Rendered, WireFormatName } from "../types.ts";

/**
 * Text with which a call may begin. Strong: the format's own token, wherever it stands. Weak: what is left when tokens are
 * lost; it counts only at the start of a line, and only when everything after it fits a tool.
 */
export interface Opener {
  readonly text: string;
  readonly evidence: "strong" | "weak";
}

export interface FormatContext {
  readonly tools: ToolTable;
  /** Whether a token that can follow a call stands `distance` ahead: an opener, the mark of a result, the end of a turn. */
  isBoundary(cursor: Cursor, distance: number): Reader<boolean>;
}

/**
 * What a format made of the text behind an opener.
 *
 * `found`: calls and errors, in order; the cursor stands behind them. `whole`: it is a call only if the message holds nothing
 * else of weight after it. `prose`: no call after all; the text is read again as prose. `passed`: markup without a call.
 * `result`: the place is where somebody else speaks.
 */
export type Reading =
  | { readonly kind: "found"; readonly found: readonly Found[]; readonly whole?: "sentence" | "nothing" }
  | { readonly kind: "prose" }
  | { readonly kind: "passed" }
  | { readonly kind: "result" };

export const PROSE: Reading = { kind: "prose" };
export const PASSED: Reading = { kind: "passed" };

/** One way of writing calls. Adding one is a file beside this and a line in the registry. */
export interface WireFormat {
  readonly name: WireFormatName;
  readonly title: string;
  readonly openers: readonly Opener[];
  /** Where a result begins in this format: after a real call the text is cut there. */
  readonly resultMarkers: readonly string[];
  /** Closing tags; one that follows a call and text means the call was not read as it was meant. */
  readonly closers: readonly string[];
  /**
   * Whether the text behind an opener is this format's, for openers are shared. Looks ahead a bounded distance and moves
   * nothing; the cursor stands at the opener.
   */
  claims(cursor: Cursor, opener: Opener, context: FormatContext): Reader<boolean>;
  /** Reads from the opener on. A strong opener that was claimed is never `prose`. */
  read(cursor: Cursor, opener: Opener, context: FormatContext): Reader<Reading>;
  /** Writes calls as a model of this family does. */
  render(calls: readonly PlainCall[]): Rendered;
}
