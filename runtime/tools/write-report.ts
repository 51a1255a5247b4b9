import * as z from "zod";

/** The `read_before_edit` block of results. */
export const readBeforeEditShape = z.object({
  verdict: z.enum(["never_read", "stale", "gone"]),
  mode: z.enum(["warn", "enforce"]),
  message: z.string(),
  read_was_partial: z.literal(true).optional(),
});

const checkpointShape = z.union([
  z.object({ status: z.literal("stored"), checkpoint_id: z.string(), turn_id: z.string() }),
  z.object({
    status: z.literal("none"),
    reason: z.enum(["no_turn", "too_large", "capture_failed"]),
    detail: z.string().optional(),
  }),
]);

/** What is reported of each file that a call changed; the values come from `guardedWrites`. */
export const fileReportShape = {
  path: z.string().describe("Relative to the workspace root, links resolved"),
  action: z.enum(["add", "update", "delete", "move"]),
  revision: z.string().nullable().describe("sha256: and 12 hex digits of the content now on disk; null: no file"),
  sha256_before: z.string().nullable().describe("null when the file did not exist"),
  sha256_after: z.string().nullable().describe("null when it was deleted"),
  md5_before: z.string().nullable().optional(),
  md5_after: z.string().nullable().optional().describe("Of the bytes read back from disk; not in a dry run"),
  checkpoint: checkpointShape.optional().describe("Not in a dry run"),
  read_before_edit: readBeforeEditShape.optional(),
};

/** Fields that every successful write of one file reports. */
export const writeReportShape = {
  ...fileReportShape,
  dry_run: z.literal(true).optional().describe("Nothing was written; revision is what it would have been"),
  warning: z.string().optional(),
};

const findingShape = z.object({
  severity: z.enum(["error", "warning"]),
  code: z.string(),
  line: z.number().int().optional(),
  message: z.string(),
  path: z.string().optional().describe("Of another file that the finding is in"),
});

/** The `diagnostics` block of results. */
export const diagnosticsShape = z.object({
  checker: z.string(),
  findings: z.array(findingShape).describe("New with this write; errors first, the first 10"),
  new_count: z.number().int(),
  truncated: z.literal(true).optional(),
  baseline: z.literal("unavailable").optional().describe("Nothing to compare with: all findings of the file"),
  scope: z.literal("project").optional(),
  configuration: z
    .literal("not_applied")
    .optional()
    .describe("The project's could not be followed; another checker looked"),
});

export const parserFailureShape = {
  parser_failure: z
    .string()
    .optional()
    .describe("Why the parser of the language could not look; check or extent is then lexical"),
};

/** What the result of a write says of its syntax. */
export const syntaxReportShape = {
  ...parserFailureShape,
  check: z.enum(["parser", "lexical"]).optional().describe("How validate_syntax looked at the result"),
  verify: z.string().optional().describe('"parses", or the first error; only when a real parser looked'),
  diagnostics: diagnosticsShape.optional().describe("What this write broke; absent when no checker ran"),
};
