import * as z from "zod";
import { wellFormedText } from "../schema.ts";
import { decodeText, dominantEnding } from "../text/mod.ts";
import { defineTool } from "./define-tool.ts";
import { guardedWrite } from "./guarded-write.ts";
import { failure } from "./types.ts";
import { writeReportShape } from "./write-report.ts";

export const writeFile = defineTool({
  name: "write_file",
  title: "Write a file",
  description:
    "Creates a file, or replaces its whole content, exactly as given; missing folders are created. " +
    "Use edit_file to change part of a file.",
  input: z.object({
    path: wellFormedText.describe("File to write, relative to the workspace root"),
    content: wellFormedText.describe("The whole content; line endings are kept as given"),
  }),
  output: z.object({
    ...writeReportShape,
    bytes_written: z.number().int().describe("UTF-8 bytes"),
    created: z.boolean().describe("Whether the file did not exist before"),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  safetyTier: "safe",

  execute({ path, content }, ctx) {
    const bytes = new TextEncoder().encode(content);
    return guardedWrite(ctx, "write_file", path, (current) => {
      if (current?.sha256 === ctx.hash.sha256(bytes)) {
        return failure("no_change", `write_file: "${path}" already has exactly this content; nothing was written`, {
          path,
        });
      }
      const extra = { bytes_written: bytes.length, created: current === null };
      const warning = current === null ? undefined : endingWarning(current.bytes, content);
      return { kind: "write", bytes, extra, warning };
    });
  },
});

/** A model that rewrites a CRLF file with LF touches every line; the content goes in as given, but not in silence. */
function endingWarning(before: Uint8Array, content: string): string | undefined {
  const decoded = decodeText(before);
  if (decoded.kind !== "text" || !/[\r\n]/.test(decoded.text) || !/[\r\n]/.test(content)) return undefined;
  const [old, now] = [dominantEnding(decoded.text), dominantEnding(content)];
  if (old === now) return undefined;
  return `the line endings of this file changed from ${ENDING_NAMES[old]} to ${ENDING_NAMES[now]}`;
}

const ENDING_NAMES = { "\n": "LF", "\r\n": "CRLF", "\r": "CR" } as const;
