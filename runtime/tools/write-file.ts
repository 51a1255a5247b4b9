import * as z from "zod";
import { wellFormedText } from "../schema.ts";
import { decodeText, dominantEnding } from "../text/mod.ts";
import { checkResult, validateSyntax } from "./check-candidate.ts";
import { defineTool } from "./define-tool.ts";
import { diffFields, diffShape } from "./diff-fields.ts";
import { guardedWrite } from "./guarded-write.ts";
import { failure } from "./types.ts";
import { syntaxReportShape, writeReportShape } from "./write-report.ts";

export const writeFile = defineTool({
  name: "write_file",
  title: "Write a file",
  description:
    "Creates a file, or replaces its whole content, exactly as given; missing folders are created. " +
    "Use edit_file to change part of a file.",
  input: z.object({
    path: wellFormedText.describe("File to write, relative to the workspace root"),
    content: wellFormedText.describe("The whole content; line endings are kept as given"),
    revision: z.string().optional().describe("Token of the content you mean to replace; refused when the file changed"),
    dry_run: z.boolean().optional().describe("Check everything and answer as if written, but write nothing"),
    validate_syntax: z.boolean().optional().describe("Refuse content that does not parse"),
  }),
  output: z.object({
    ...writeReportShape,
    ...syntaxReportShape,
    bytes_written: z.number().int().describe("UTF-8 bytes"),
    ...diffShape,
    diff: diffShape.diff.describe("Only in a dry run over a text file; cut after 20,000 characters"),
    created: z.boolean().describe("Whether the file did not exist before"),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  safetyTier: "safe",

  async execute({ path, content, revision, dry_run, validate_syntax }, ctx) {
    const bytes = new TextEncoder().encode(content);
    const target = { path, revision };
    let before: string | null = null;
    const result = await guardedWrite(
      ctx,
      "write_file",
      target,
      async ({ current, resolved }) => {
        if (current?.sha256 === ctx.hash.sha256(bytes)) {
          return failure(
            "no_change",
            `write_file: "${path}" already has exactly this content; nothing was written, and nothing is left to do`,
            {
              path,
            },
          );
        }
        const decoded = current === null ? null : decodeText(current.bytes);
        before = decoded?.kind === "text" ? decoded.text : null;
        const candidate = { path: resolved.relative, before, after: content };
        const checked = validate_syntax ? await validateSyntax(ctx, "write_file", candidate) : {};
        if ("success" in checked) return checked;
        const extra = {
          ...checked,
          bytes_written: dry_run ? 0 : bytes.length,
          created: current === null,
          ...(dry_run && before !== null && diffFields(before, content, resolved.relative)),
        };
        return { kind: "write", change: { kind: "write", bytes }, extra, warning: endingWarning(before, content) };
      },
      { dryRun: dry_run },
    );
    if (!result.success) return result;
    const checked = await checkResult(ctx, { path: result.data.path, before, after: content });
    return { ...result, data: { ...result.data, ...checked } };
  },
});

/** A model that rewrites a CRLF file with LF touches every line; the content goes in as given, but not in silence. */
function endingWarning(before: string | null, content: string): string | undefined {
  if (before === null || !/[\r\n]/.test(before) || !/[\r\n]/.test(content)) return undefined;
  const [old, now] = [dominantEnding(before), dominantEnding(content)];
  if (old === now) return undefined;
  return `the line endings of this file changed from ${ENDING_NAMES[old]} to ${ENDING_NAMES[now]}`;
}

const ENDING_NAMES = { "\n": "LF", "\r\n": "CRLF", "\r": "CR" } as const;
