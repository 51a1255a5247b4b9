import * as z from "zod";
import { SHELL_NOT_COVERED } from "../checkpoints/mod.ts";
import { defineTool } from "./define-tool.ts";
import { failure } from "./types.ts";

export const revertTurn = defineTool({
  name: "revert_turn",
  title: "Revert a turn",
  description:
    "Puts the files that one turn wrote back as they were before it. Refuses when a file changed after the agent wrote " +
    "it, unless force is set. What it overwrites is kept: undo_revert brings that back. Changes made by shell commands " +
    "are not covered.",
  input: z.object({
    turn_id: z
      .string()
      .min(1)
      .optional()
      .describe("Default: this session's newest turn; with undo_revert its newest revert that was not taken back"),
    undo_revert: z.boolean().default(false).describe("Take a revert back: bring the newer content back"),
    force: z.boolean().default(false).describe("Restore even files that changed since"),
    dry_run: z.boolean().default(false).describe("Answer the plan; change nothing"),
  }),
  output: z.object({
    turn_id: z.string(),
    revert_turn_id: z.string().nullable(),
    dry_run: z.boolean(),
    forced: z.boolean(),
    refused: z.boolean(),
    reverted: z.array(z.string()),
    reverted_count: z.number().int(),
    skipped: z.array(z.string()),
    drifted: z.array(z.string()),
    files: z.array(
      z.object({
        path: z.string(),
        status: z.enum(["restorable", "drifted", "already_reverted", "unrecoverable", "failed"]),
        action: z.enum(["restore", "delete", "skip"]),
        detail: z.string(),
      }),
    ),
    bash_not_covered: z.literal(true),
    note: z.string(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  safetyTier: "confirm",
  alwaysSaid: { ...SHELL_NOT_COVERED },

  async execute({ turn_id, undo_revert, force, dry_run }, ctx) {
    const report = await ctx.checkpoints.revert({
      ...(turn_id === undefined ? {} : { turnId: turn_id }),
      ...(ctx.sessionId === "" ? {} : { sessionId: ctx.sessionId }),
      withinRoot: ctx.root,
      undo: undo_revert,
      surface: ctx.surface,
      callId: ctx.callId,
      force,
      dryRun: dry_run,
    });
    const { success, error, error_code, ...rest } = report;
    if (success) {
      const data = { ...rest, reverted: [...rest.reverted], skipped: [...rest.skipped], drifted: [...rest.drifted] };
      return { success: true, data: { ...data, files: rest.files.map((entry) => ({ ...entry })) } };
    }
    return failure(error_code ?? "internal", `revert_turn: ${error ?? "the revert failed"}`, { ...rest });
  },
});
