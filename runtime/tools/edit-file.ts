import * as z from "zod";
import { applyEdit, type EditOutcome, type MatchRefusal, REVIEW_NOTE } from "../edit/mod.ts";
import { wellFormedText } from "../schema.ts";
import { decodeText, encodeText } from "../text/mod.ts";
import { defineTool } from "./define-tool.ts";
import { guardedWrite } from "./guarded-write.ts";
import { failure, type ToolFailure } from "./types.ts";
import { undecodable } from "./undecodable.ts";
import { writeReportShape } from "./write-report.ts";

export const editFile = defineTool({
  name: "edit_file",
  title: "Edit a file",
  description:
    "Replaces old_text with new_text in one file. old_text must fit exactly one place; copy it from read_file without " +
    "the line numbers and with enough surrounding lines to be unique. Differences in whitespace, indentation and " +
    "escaping are tolerated only when one place fits, and are reported in match_strategy.",
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
    requires_review: z.literal(true).optional(),
    review_note: z.string().optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  safetyTier: "safe",

  execute({ path, ...edit }, ctx) {
    const { edit_max_content_lines, edit_max_needle_lines } = ctx.settings.coding;
    const limits = { maxContentLines: edit_max_content_lines, maxNeedleLines: edit_max_needle_lines };
    return guardedWrite(ctx, "edit_file", path, (current) => {
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
      return { kind: "write", bytes: encoded.bytes, extra: editedFields(outcome) };
    });
  },
});

function editedFields(outcome: Extract<EditOutcome, { kind: "edited" }>) {
  return {
    replacements: outcome.replacements,
    match_strategy: outcome.strategy,
    matched_lines: outcome.matchedLines.map(([first, last]): [number, number] => [first, last]),
    ...(outcome.requiresReview ? { requires_review: true as const, review_note: REVIEW_NOTE } : {}),
  };
}

function refusedEdit(path: string, refusal: MatchRefusal): ToolFailure {
  const closest = refusal.closestMatch;
  return failure(refusal.errorCode, `edit_file: "${path}": ${refusal.message}`, {
    path,
    ...(refusal.strategy ? { match_strategy: refusal.strategy } : {}),
    ...(refusal.candidates?.length
      ? { matched_lines: refusal.candidates.slice(0, 10).map(({ startLine, endLine }) => [startLine, endLine]) }
      : {}),
    ...(refusal.note ? { note: refusal.note } : {}),
    ...(closest
      ? {
          closest_match: {
            start_line: closest.startLine,
            end_line: closest.endLine,
            similarity: closest.similarity,
            text: closest.text,
          },
        }
      : {}),
  });
}
