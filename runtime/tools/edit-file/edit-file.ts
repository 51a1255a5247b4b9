import * as z from "zod";
import { defineTool } from "../define-tool.ts";
import { diffShape } from "../diff-fields.ts";
import { failure } from "../types.ts";
import { fileReportShape, syntaxReportShape, writeReportShape } from "../write-report.ts";
import { commandOf, editFileInput } from "./arguments.ts";
import { TOOL } from "./candidate.ts";
import { insertIntoFile } from "./insert.ts";
import { meantChanges, patchedPaths } from "./meant-changes.ts";
import { applyPatch } from "./patch.ts";
import { replaceSymbol } from "./replace-symbol.ts";
import { replaceInFile } from "./str-replace.ts";
import { undoEdit } from "./undo.ts";
import { view } from "./view.ts";

const lineNote = z.object({
  kind: z.string(),
  lines: z.array(z.number().int()).describe("From 1; the first 20"),
  total: z.number().int(),
});

/** What a change of a text reports. */
const changeShape = {
  replacements: z.number().int().optional(),
  match_strategy: z.string().optional().describe("How old_text was compared with the file"),
  matched_lines: z
    .array(z.tuple([z.number().int(), z.number().int()]))
    .optional()
    .describe("[first, last] of each place that was named, in the text before"),
  differences_ignored: z
    .array(lineNote)
    .optional()
    .describe("In which ways old_text and the file differed although they were taken for equal; lines of the file"),
  new_text_adjusted: z.array(lineNote).optional().describe("Copying faults that were left out of new_text; its lines"),
  window: z.string().optional().describe('The changed lines with four around them, as "N<TAB>text": look at it'),
  ...diffShape,
  requires_review: z.literal(true).optional(),
  review_note: z.string().optional(),
  ...syntaxReportShape,
};

const output = z.object({
  command: z.string(),
  ...z.object(writeReportShape).partial().shape,
  ...changeShape,
  moved_to: z.string().optional().describe("patch: where the file is now"),
  files: z
    .array(z.object({ ...fileReportShape, moved_to: z.string().optional(), ...changeShape }))
    .optional()
    .describe("patch: each file that it names; undo_edit: both files of a move"),
  content: z.string().optional().describe('view: lines as "     1|text"; number and bar are not part of the file'),
  start_line: z.number().int().optional(),
  end_line: z.number().int().optional(),
  total_lines: z.number().int().optional(),
  symbol: z.string().optional(),
  symbol_kind: z.string().optional(),
  extent: z.enum(["parser", "lexical"]).optional().describe("How the extent of the symbol was found"),
  undone: z
    .object({ checkpoint_id: z.string(), turn_id: z.string(), tool_name: z.string() })
    .optional()
    .describe("undo_edit: the write that was undone or redone"),
  undo_left: z.number().int().optional(),
  redo_left: z.number().int().optional(),
});

export const editFile = defineTool({
  name: TOOL,
  title: "Edit a file",
  description:
    "Views or changes a file by one of six commands: view, str_replace, insert, patch, replace_symbol, undo_edit. " +
    "str_replace puts new_text in place of old_text, which must fit exactly one place; copy it from a read without the " +
    "line numbers, with enough surrounding lines to be unique. Pass the revision of your last read to be refused when " +
    "the file changed since. Look at window and match_strategy in the answer.",
  input: editFileInput,
  output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  safetyTier: "safe",

  async execute(args, ctx) {
    const meant = commandOf(args);
    if ("success" in meant) return meant;
    if (meant.command === "patch") return applyPatch(ctx, args);
    const { path } = args;
    if (path === undefined || path === "") {
      return failure("bad_argument", `${TOOL}: path is missing; name the file to ${meant.command}. Nothing was run`, {
        missing_arguments: ["path"],
      });
    }
    switch (meant.command) {
      case "view":
        return view(ctx, path, args);
      case "str_replace":
        return replaceInFile(ctx, path, args);
      case "insert":
        return insertIntoFile(ctx, path, args);
      case "replace_symbol":
        return replaceSymbol(ctx, path, args);
      case "undo_edit":
        return undoEdit(ctx, path, args);
    }
  },

  changes(args) {
    const meant = commandOf(args);
    if ("success" in meant) return meantChanges(args);
    if (meant.command === "view" || args.dry_run) return null;
    return meant.command === "patch" ? patchedPaths(args) : args.path ? [args.path] : null;
  },

  meantChanges,
});
