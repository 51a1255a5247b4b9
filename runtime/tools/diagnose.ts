import * as z from "zod";
import type { Unchecked } from "../diagnostics/mod.ts";
import { wellFormedText } from "../schema.ts";
import { decodeText } from "../text/mod.ts";
import type { ToolContext } from "./context.ts";
import { defineTool } from "./define-tool.ts";
import { failure, type ToolFailure } from "./types.ts";
import { undecodable } from "./undecodable.ts";
import { refuseNonFile, resolvePath } from "./workspace-path.ts";
import { diagnosticsShape } from "./write-report.ts";

const TOOL = "diagnose";

const REASONS = [
  "no_checker",
  "missing",
  "excluded",
  "too_large",
  "timed_out",
  "cancelled",
  "unjudged",
  "failed",
] as const;

export const diagnose = defineTool({
  name: TOOL,
  title: "Check a file",
  description:
    "Runs the checker of the file's language and reports what is wrong; with before, only what is new against that text. " +
    "Without diagnostics in the answer nothing was checked, and reason says why: that is no all-clear.",
  input: z.object({
    path: wellFormedText.describe("File to check, relative to the workspace root"),
    content: wellFormedText.optional().describe("Text to check instead of the file's; the file need not exist then"),
    before: wellFormedText.optional().describe("Text to compare with: findings that it has too are left out"),
  }),
  output: z.object({
    path: z.string(),
    checked: z.boolean().describe("Whether a checker ran"),
    reason: z.enum(REASONS).optional().describe("Why none did"),
    diagnostics: diagnosticsShape.optional(),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  safetyTier: "safe",

  async execute({ path, content, before = null }, ctx) {
    const resolved = await resolvePath(ctx, TOOL, path, "read");
    if ("success" in resolved) return resolved;
    const refused = refuseNonFile(TOOL, path, resolved.target);
    if (refused) return refused;
    const text = content === undefined ? await textAt(ctx, path, resolved.absolute) : { text: content };
    if ("success" in text) return text;
    if (text.text === null) return unchecked(resolved.relative, "too_large");
    const subject = { path: resolved.absolute, root: ctx.root, before, after: text.text };
    const diagnosis = await ctx.diagnostics.explain(subject, ctx.signal);
    if (diagnosis.kind === "unchecked") return unchecked(resolved.relative, diagnosis.reason);
    return { success: true, data: { path: resolved.relative, checked: true, diagnostics: diagnosis.block } };
  },
});

function unchecked(path: string, reason: Unchecked) {
  return { success: true, data: { path, checked: false, reason } } as const;
}

/** No checker takes a text of this size; in bytes. */
const MAX_BYTES = 8_000_000;

/** null: too large to be looked at. */
async function textAt(
  ctx: ToolContext,
  path: string,
  absolute: string,
): Promise<{ readonly text: string | null } | ToolFailure> {
  const stat = await ctx.fs.lstat(absolute);
  if (stat === null) {
    const message = `${TOOL}: "${path}" does not exist; check the path with list_files, or pass the text as content`;
    return failure("not_found", message, { path });
  }
  if (stat.size > MAX_BYTES) return { text: null };
  const decoded = decodeText(await ctx.fs.readFile(absolute));
  return decoded.kind === "text" ? decoded : undecodable(TOOL, path, decoded);
}
