import * as z from "zod";

const call = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  fill: z.array(z.string()).optional().describe("Arguments to write anew before the call is sent"),
  leave_out: z.array(z.string()).optional().describe("Arguments of the refused call that it must not have"),
});

/** What the runtime puts into `data` beside the tool's own fields. */
export const statusShape = {
  status: z
    .object({
      line: z.string(),
      kind: z.enum(["edit_ok", "edit_not_applied", "ok", "failed"]),
      memory_id: z.string().nullable(),
      next: z.array(call).optional().describe("Calls to make next, in this order"),
    })
    .optional()
    .describe("The runtime's own record of the call"),
  edited_files: z
    .array(
      z.object({
        path: z.string(),
        md5: z.string().nullable(),
        applied: z.boolean(),
        memory_id: z.string().nullable(),
      }),
    )
    .optional()
    .describe("The last five files that the session edited, newest first; with the result of an edit"),
};
