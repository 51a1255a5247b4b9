import * as z from "zod";
import { applyEdit, editedFields, type MatchRefusal, refusalFields } from "../edit/mod.ts";
import { wellFormedText } from "../schema.ts";
import { decodeText, encodeText, unifiedDiff } from "../text/mod.ts";
import { defineTool } from "./define-tool.ts";
import { guardedWrite } from "./guarded-write.ts";
import { failure, type ToolFailure } from "./types.ts";
import { undecodable } from "./undecodable.ts";
import { writeReportShape } from "./write-report.ts";

const lineNote = z.object({
  kind: z.string(),
  lines: z.array(z.number().int()).describe("From 1; the first 20"),
  total: z.number().int(),
});

export const editFile = defineTool({
  name: "edit_file",
  title: "Edit a file",
  description:
    "Replaces old_text with new_text in one file. old_text must fit exactly one place; copy it from read_file without " +
    "the line numbers and with enough surrounding lines to be unique. Differences in whitespace, indentation, quotes, " +
    "escaping and pasted line numbers are tolerated only when one place fits; match_strategy and differences_ignored " +
    "report them.",
  input: z.object({
    path: wellFormedText.describe("File to change, relative to the workspace root"),
    old_text: wellFormedText.describe("Text to replace, as it stands in the file"),
    new_text: wellFormedText.describe("Text to put in its place"),
    replace_all: z.boolean().optional().describe("Replace every place that old_text fits"),
    expected_replacements: z.int().min(0).optional().describe("Refuse unless exactly this many places are replaced"),
  }),
  output: z.object({
    ...writeReportShape,
    replacements: z.number().int(),
    match_strategy: z.string().describe("How old_text was compared with the file"),
    matched_lines: z
      .array(z.tuple([z.number().int(), z.number().int()]))
      .describe("[first, last] of each replaced place"),
    differences_ignored: z
      .array(lineNote)
      .optional()
      .describe("In which ways old_text and the file differed although they were taken for equal; lines of the file"),
    new_text_adjusted: z
      .array(lineNote)
      .optional()
      .describe("Copying faults that were left out of new_text; its lines"),
    diff: z.string().describe("Unified diff; cut after 20,000 characters"),
    requires_review: z.literal(true).optional(),
    review_note: z.string().optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  safetyTier: "safe",

  execute({ path, ...edit }, ctx) {
    const { edit_max_content_lines, edit_max_needle_lines } = ctx.settings.coding;
    const limits = {
      maxContentLines: edit_max_content_lines,
      maxNeedleLines: edit_max_needle_lines,
      now: () => ctx.clock.monotonicMs(),
    };
    return guardedWrite(ctx, "edit_file", path, (current, resolved) => {
      if (current === null) {
        const message = `edit_file: "${path}" does not exist; check the path with list_files or create it with write_file`;
        return failure("not_found", message, { path });
      }
      const decoded = decodeText(current.bytes);
      if (decoded.kind !== "text") return undecodable("edit_file", path, decoded);
      const outcome = applyEdit(decoded.text, { command: "str_replace", ...edit }, limits);
      if (outcome.kind === "refused") return refusedEdit(path, outcome);
      const encoded = encodeText(outcome.content);
      if (encoded.kind !== "bytes") {
        return failure("bad_argument", `edit_file: the result would hold half a surrogate pair; nothing was written`, {
          path,
        });
      }
      const extra = {
        ...editedFields(outcome),
        diff: unifiedDiff(decoded.text, outcome.content, { path: resolved.relative }).text,
      };
      return { kind: "write", bytes: encoded.bytes, extra, warning: outcome.warning };
    });
  },
});

function refusedEdit(path: string, refusal: MatchRefusal): ToolFailure {
  return failure(refusal.errorCode, `edit_file: "${path}": ${refusal.message}`, { path, ...refusalFields(refusal) });
}
