import type { ErrorCode } from "../errors.ts";
import type { NewTextAdjustment } from "./copying-faults.ts";
import type { IgnoredDifference } from "./differences.ts";
import type { MatchStrategy } from "./matchers/registry.ts";
import type { FirstDifference } from "./miss-report.ts";

/** [start, end) in UTF-16 code units; lines from 1, inclusive, counted by LF, CRLF and lone CR. */
export interface MatchCandidate {
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
}

export interface MatchOptions {
  /** Every candidate of the deciding strategy is meant, instead of exactly one. */
  readonly replaceAll?: boolean;
  /** A different count is refused, also under `replaceAll`. Does not imply `replaceAll`. */
  readonly expectedReplacements?: number;
  /** Above either limit only `exact` runs. Lines are counted as line feeds plus one. */
  readonly maxContentLines?: number;
  readonly maxNeedleLines?: number;
  /** Milliseconds from any start, never running backwards. Without a clock there is no time budget. */
  readonly now?: () => number;
  /** For everything together: a search that has not decided by then is refused with a `note`. Default 2,000. */
  readonly timeBudgetMs?: number;
  /** Called once per strategy of the registry, in order, before the result is returned. */
  readonly onStep?: (step: TraceStep) => void;
}

/** What one strategy did, or why it did not run. */
export interface TraceStep {
  readonly strategy: MatchStrategy;
  readonly ran: boolean;
  readonly candidates: number;
  readonly reason:
    | "decided"
    | "no_candidate"
    | "not_reached"
    | "size_guard"
    | "time_budget"
    | "needle_unchanged"
    | "too_few_lines";
}

export type EditMatch = Matched | MatchRefusal;

export interface Matched {
  readonly kind: "matched";
  readonly strategy: MatchStrategy;
  /** In file order, disjoint; exactly one unless `replaceAll`. */
  readonly candidates: readonly MatchCandidate[];
  /** Only `block_anchor`: the interior was not compared. */
  readonly requiresReview: boolean;
  /** Set by the strategies that read the needle as something else than it says. */
  readonly reading?: NeedleReading;
}

/** What a strategy took the needle for, the same for every candidate. */
export interface NeedleReading {
  /** The needle without its escapes or listing numbers; as given when only typographic characters were folded. */
  readonly text: string;
  /** Whole lines were compared, trimmed. Otherwise the text stood there literally, maybe within a line. */
  readonly wholeLines: boolean;
}

export type MatchErrorCode = Extract<
  ErrorCode,
  | "empty_needle"
  | "not_found"
  | "ambiguous"
  | "unexpected_replacement_count"
  | "oversized_span"
  | "overlapping_matches"
  | "elision_placeholder"
  | "replace_all_not_allowed"
  | "no_sound_mapping"
  | "no_change"
>;

export interface MatchRefusal {
  readonly kind: "refused";
  readonly errorCode: MatchErrorCode;
  /** One sentence for the model: what was found, and the next step. */
  readonly message: string;
  /** Set when a strategy spoke (everything but `not_found` and `empty_needle`). */
  readonly strategy?: MatchStrategy;
  /** The first ten places. */
  readonly candidates?: readonly MatchCandidate[];
  /** How many places there are, when `candidates` does not list them all. */
  readonly candidateCount?: number;
  readonly closestMatch?: ClosestMatch;
  /** Where `old_text` and `closestMatch` first part; only from `applyEdit`. */
  readonly firstDifference?: FirstDifference;
  /** Set when something kept the looser strategies from running. */
  readonly note?: string;
}

/** The nearest real block of the file. `text` is a literal substring of it, at most 40 lines and 2,000 characters. */
export interface ClosestMatch {
  readonly startLine: number;
  readonly endLine: number;
  /** 0 to 1, three decimals. */
  readonly similarity: number;
  readonly text: string;
}

/** Arguments as the model writes them. */
export interface StrReplace {
  readonly command: "str_replace";
  readonly old_text: string;
  readonly new_text: string;
  readonly replace_all?: boolean;
  readonly expected_replacements?: number;
}

export type EditCommand = StrReplace;

export type EditOutcome = Edited | MatchRefusal;

export interface Edited {
  readonly kind: "edited";
  /** The whole new text of the file. */
  readonly content: string;
  readonly strategy: MatchStrategy;
  readonly replacements: number;
  /** [startLine, endLine] of each replaced span, in the text before the edit. */
  readonly matchedLines: readonly (readonly [number, number])[];
  readonly requiresReview: boolean;
  /** In which ways `old_text` and the file differed although they were taken for equal; lines of the file. */
  readonly differencesIgnored: readonly IgnoredDifference[];
  /** Copying faults left out of `new_text`; then `warning` says so. */
  readonly newTextAdjusted: readonly NewTextAdjustment[];
  readonly warning?: string;
}
