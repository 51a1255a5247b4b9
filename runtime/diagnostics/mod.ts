/**
 * What a write broke, as the checkers of the file's language see it: only findings that were not there before, and no
 * statement at all where nothing ran. Checkers read from memory or stdin, so nothing is ever written to the disk. One
 * file each in `checkers/`; they load what they need with the first use.
 */
export { CHECKERS, checkersFor } from "./checkers/registry.ts";
export { type DiagnoseOptions, diagnose, MAX_CHECKED_LENGTH } from "./diagnose.ts";
export { keyOf } from "./message-key.ts";
export { newFindings } from "./new-findings.ts";
export { blockOf, MAX_FINDINGS } from "./report.ts";
export type {
  Checker,
  CheckerFinding,
  CheckerSettings,
  CheckerTools,
  ConfigFiles,
  Diagnosis,
  DiagnosticsBlock,
  Finding,
  Judge,
  Severity,
  Subject,
  Unchecked,
} from "./types.ts";
export { UNCHECKED_REASONS } from "./types.ts";
