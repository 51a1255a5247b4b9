/**
 * Finding and replacing text in a file. Matchers propose spans, one arbiter decides, and an edit lands in the one place
 * that was meant or not at all. Pure: strings in, strings out, no file is touched here.
 */
export { applyEdit, type EditOptions, matchedLines } from "./apply-edit.ts";
export type { NewTextAdjustment } from "./copying-faults.ts";
export { type DifferenceKind, type IgnoredDifference, ignoredDifferences } from "./differences.ts";
export { editedFields, refusalFields } from "./edit-report.ts";
export { findEditMatch } from "./find-edit-match.ts";
export { DEFAULT_MAX_CONTENT_LINES, DEFAULT_MAX_NEEDLE_LINES } from "./guards.ts";
export { MATCHERS, type MatchStrategy } from "./matchers/registry.ts";
export { type FirstDifference, firstDifference, type MissReason } from "./miss-report.ts";
export { REVIEW_NOTE } from "./refusals.ts";
export { type Transplant, type TransplantRequest, transplant } from "./transplant.ts";
export type {
  ClosestMatch,
  EditCommand,
  Edited,
  EditMatch,
  EditOutcome,
  MatchCandidate,
  MatchErrorCode,
  Matched,
  MatchOptions,
  MatchRefusal,
  StrReplace,
  TraceStep,
} from "./types.ts";
