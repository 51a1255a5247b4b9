/**
 * Finding and replacing text in a file. Matchers propose spans, one arbiter decides, and an edit lands in the one place
 * that was meant or not at all. Pure: strings in, strings out, no file is touched here.
 */
export { applyEdit, type EditOptions, matchedLines } from "./apply-edit.ts";
export { findAnchor } from "./commands/anchors.ts";
export { type InsertArguments, insert } from "./commands/insert.ts";
export { multiEdit } from "./commands/multi-edit.ts";
export { type NamedPatchFile, type PatchedText, patchFile, patchTargets } from "./commands/patch.ts";
export { EDIT_COMMANDS, type EditCommandName, inferCommand } from "./commands/registry.ts";
export { replaceSpan } from "./commands/replace-span.ts";
export { type ReplaceArguments, strReplace } from "./commands/str-replace.ts";
export type { NewTextAdjustment } from "./copying-faults.ts";
export { type DifferenceKind, type IgnoredDifference, ignoredDifferences } from "./differences.ts";
export { editedFields, refusalFields } from "./edit-report.ts";
export { findEditMatch } from "./find-edit-match.ts";
export type { Hunk, HunkLine, Patch, PatchFile, PatchRefusal } from "./formats/patch.ts";
export { PATCH_FORMATS, type PatchFormatName, parsePatch } from "./formats/registry.ts";
export { DEFAULT_MAX_CONTENT_LINES, DEFAULT_MAX_NEEDLE_LINES } from "./guards.ts";
export { STRATEGY_LETTERS } from "./matchers/letters.ts";
export { MATCHERS, type MatchStrategy } from "./matchers/registry.ts";
export { type FirstDifference, firstDifference, type MissReason } from "./miss-report.ts";
export { nearestBlock, soughtText } from "./nearest-block.ts";
export type { Changed, CommandOutcome, EditErrorCode, EditRefusal } from "./outcome.ts";
export { type Parting, partingOf } from "./parting.ts";
export { REVIEW_NOTE } from "./refusals.ts";
export { resolveHunks } from "./resolve-hunks.ts";
export type { ChangedLines } from "./span-edits.ts";
export { type ComparedLine, type EditTrace, type StrategyRow, traceEditMatch } from "./trace.ts";
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
