import type { ErrorCode } from "../errors.ts";
import type { NewTextAdjustment } from "./copying-faults.ts";
import type { IgnoredDifference } from "./differences.ts";
import type { MatchStrategy } from "./matchers/registry.ts";
import type { ChangedLines } from "./span-edits.ts";
import type { MatchErrorCode, MatchRefusal } from "./types.ts";

/** What a command makes of the text of a file. */
export type CommandOutcome = Changed | EditRefusal;

export interface Changed {
  readonly kind: "edited";
  /** The whole new text of the file. */
  readonly content: string;
  /** How the place was found; of several edits the loosest way. Absent where a line number was given. */
  readonly strategy?: MatchStrategy;
  readonly replacements: number;
  /** [startLine, endLine] of each place that was named, in the text before, in the order in which they were named. */
  readonly matchedLines: readonly (readonly [number, number])[];
  /** What was written over what, in file order. */
  readonly changes: readonly ChangedLines[];
  readonly requiresReview: boolean;
  /** Of replacements only: in which ways old text and file differed although they were taken for equal. */
  readonly differencesIgnored?: readonly IgnoredDifference[];
  /** Of a single replacement only: copying faults left out of its new text; then `warning` says so. */
  readonly newTextAdjusted?: readonly NewTextAdjustment[];
  readonly warning?: string;
}

export type EditErrorCode =
  | MatchErrorCode
  | Extract<ErrorCode, "bad_argument" | "bad_patch" | "overlapping_hunks" | "already_exists">;

/** Why there is no new text. As for a match, and for what several edits, hunks or arguments add to that. */
export interface EditRefusal extends Omit<MatchRefusal, "errorCode"> {
  readonly errorCode: EditErrorCode;
  /** Numbers, from 1, of the edits or hunks at fault. */
  readonly at?: readonly number[];
  /** Names of the arguments that are not there and have to be. */
  readonly missing?: readonly string[];
}

/** How many places a refusal lists and names. */
export const NAMED_PLACES = 10;

export function refusal(
  errorCode: EditErrorCode,
  message: string,
  more: Omit<EditRefusal, "kind" | "errorCode" | "message"> = {},
): EditRefusal {
  return { kind: "refused", errorCode, message, ...more };
}

/** "line 3", "lines 3, 5 and 8", "lines 1, 2, ..." beyond ten; each once. */
export function namedLines(lines: readonly number[]): string {
  const different = [...new Set(lines)];
  const named = different.slice(0, NAMED_PLACES);
  if (different.length > NAMED_PLACES) return `lines ${named.join(", ")}, ...`;
  const last = named.pop();
  return named.length === 0 ? `line ${last}` : `lines ${named.join(", ")} and ${last}`;
}

export function lineSpan(startLine: number, endLine: number): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
}
