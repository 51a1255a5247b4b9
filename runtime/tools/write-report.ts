import * as z from "zod";

/** The `read_before_edit` block of results. */
export const readBeforeEditShape = z.object({
  verdict: z.enum(["never_read", "stale", "gone"]),
  mode: z.enum(["warn", "enforce"]),
  message: z.string(),
  read_was_partial: z.literal(true).optional(),
});

/** Fields that every successful write reports; the values come from `guardedWrite`. */
export const writeReportShape = {
  path: z.string().describe("Relative to the workspace root, links resolved"),
  revision: z.string().describe("sha256: and 12 hex digits of the content now on disk"),
  sha256_before: z.string().nullable().describe("null when the file did not exist"),
  sha256_after: z.string(),
  checkpoint: z.union([
    z.object({ status: z.literal("stored"), checkpoint_id: z.string(), turn_id: z.string() }),
    z.object({
      status: z.literal("none"),
      reason: z.enum(["no_turn", "too_large", "capture_failed"]),
      detail: z.string().optional(),
    }),
  ]),
  read_before_edit: readBeforeEditShape.optional(),
  warning: z.string().optional(),
};
