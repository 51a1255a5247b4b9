import * as z from "zod";
import { fingerprintOf, MAX_HASHED_BYTES, revisionOf } from "../file-state/mod.ts";
import type { ResolvedPath } from "../paths.ts";
import type { FileStat } from "../ports/mod.ts";
import { wellFormedText } from "../schema.ts";
import { decodeText, lineBodies, splitLines, textStart } from "../text/mod.ts";
import type { ToolContext } from "./context.ts";
import { defineTool } from "./define-tool.ts";
import { numberLines } from "./numbered-lines.ts";
import { MAX_READ_BYTES, readByteWindow } from "./read-window.ts";
import { removedFile, sawFile } from "./seen.ts";
import { failure, type ToolFailure, type ToolResult } from "./types.ts";
import { undecodable } from "./undecodable.ts";
import { refuseNonFile, resolvePath } from "./workspace-path.ts";

const output = z.object({
  path: z.string().describe("Relative to the workspace root, links resolved"),
  content: z.string().describe('Lines as "     1|text"; the number and the bar are not part of the file'),
  start_line: z.number().int(),
  end_line: z.number().int().describe("Last line shown; start_line - 1 when the file is empty"),
  total_lines: z.number().int().nullable().describe("null: a large file was read only as far as asked"),
  revision: z
    .string()
    .nullable()
    .describe("sha256: and 12 hex digits of the whole file; null when it was not read whole"),
  truncated: z.boolean().describe("Whether lines follow that are not shown"),
  next_offset: z.number().int().optional().describe("offset that continues; only when truncated"),
});

type ReadResult = ToolResult<z.output<typeof output>>;

export const readFile = defineTool({
  name: "read_file",
  title: "Read a file",
  description:
    "Shows a text file with numbered lines, whole or a window of it. Read a file before changing it; copy old_text for " +
    "edit_file from here without the numbers.",
  input: z.object({
    path: wellFormedText.describe("File to read, relative to the workspace root"),
    offset: z.int().min(1).optional().describe("First line to show, from 1"),
    limit: z.int().min(0).optional().describe("Most lines to show; 0 is all"),
  }),
  output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  safetyTier: "safe",

  async execute({ path, offset, limit }, ctx) {
    const resolved = await resolvePath(ctx, "read_file", path, "read");
    if ("success" in resolved) return resolved;
    const refused = refuseNonFile("read_file", path, resolved.target);
    if (refused) return refused;
    const stat = resolved.target === "missing" ? null : await ctx.fs.lstat(resolved.absolute);
    if (stat === null) {
      // Whoever asked knows now that it is gone.
      removedFile(ctx, resolved.absolute);
      return failure("not_found", `read_file: "${path}" does not exist; check the path with list_files`, { path });
    }
    const first = offset ?? 1;
    const most = limit === undefined || limit === 0 ? null : limit;
    if (stat.size > MAX_READ_BYTES && offset === undefined && most === null) return tooLarge(path, stat.size);
    if (stat.size > MAX_HASHED_BYTES) return readPart(ctx, path, resolved, stat, first, most);
    return readWhole(ctx, path, resolved, stat, first, most);
  },
});

async function readWhole(
  ctx: ToolContext,
  path: string,
  resolved: ResolvedPath,
  stat: FileStat,
  first: number,
  most: number | null,
): Promise<ReadResult> {
  const bytes = await ctx.fs.readFile(resolved.absolute);
  const decoded = decodeText(bytes);
  if (decoded.kind !== "text") return undecodable("read_file", path, decoded);
  const lines = splitLines(decoded.text, textStart(decoded.text));
  if (first > Math.max(1, lines.length)) return pastEnd(path, first, lines.length);
  const shown = lines.slice(first - 1, most === null ? undefined : first - 1 + most);
  const end = first - 1 + shown.length;
  const length = (shown.at(-1)?.next ?? 0) - (shown[0]?.start ?? 0);
  if (length > MAX_READ_BYTES) return shown.length === 1 ? lineTooLong(path, first) : tooLarge(path, length);
  const fingerprint = fingerprintOf(stat, bytes, ctx.hash);
  const sha256 = fingerprint.contentHash ?? ctx.hash.sha256(bytes);
  sawFile(ctx, resolved.absolute, fingerprint, { sha256, partial: shown.length < lines.length });
  const truncated = end < lines.length;
  return {
    success: true,
    data: {
      path: resolved.relative,
      content: numberLines(lineBodies(decoded.text, shown), first),
      start_line: first,
      end_line: end,
      total_lines: lines.length,
      revision: revisionOf(sha256),
      truncated,
      ...(truncated ? { next_offset: end + 1 } : {}),
    },
  };
}

/** A window of a file over the hashing limit: memory is bounded by the window, and nothing after it is read. */
async function readPart(
  ctx: ToolContext,
  path: string,
  resolved: ResolvedPath,
  stat: FileStat,
  first: number,
  most: number | null,
): Promise<ReadResult> {
  const head = decodeText(await ctx.fs.readRange(resolved.absolute, 0, 8192));
  if (head.kind === "binary") return undecodable("read_file", path, head);
  const window = await readByteWindow(ctx.fs, resolved.absolute, first, most, ctx.signal);
  if (window.kind === "too_large") return most === 1 ? lineTooLong(path, first) : tooLarge(path, stat.size);
  if (window.kind === "past_end") return pastEnd(path, first, window.totalLines);
  const decoded = decodeText(window.bytes);
  if (decoded.kind !== "text") return undecodable("read_file", path, decoded);
  const lines = splitLines(decoded.text, first === 1 ? textStart(decoded.text) : 0);
  const end = first - 1 + lines.length;
  const fingerprint = { mtimeNs: stat.mtimeNs, size: stat.size, contentHash: null };
  sawFile(ctx, resolved.absolute, fingerprint, { sha256: null, partial: window.more || first > 1 });
  return {
    success: true,
    data: {
      path: resolved.relative,
      content: numberLines(lineBodies(decoded.text, lines), first),
      start_line: first,
      end_line: end,
      total_lines: window.more ? null : end,
      revision: null,
      truncated: window.more,
      ...(window.more ? { next_offset: end + 1 } : {}),
    },
  };
}

function tooLarge(path: string, size: number): ToolFailure {
  const message =
    `read_file: "${path}" would show ${size} bytes, over the limit of ${MAX_READ_BYTES}; ` +
    "pass offset and limit to read a smaller window";
  return failure("too_large", message, { path, size, limit: MAX_READ_BYTES });
}

function lineTooLong(path: string, line: number): ToolFailure {
  const message = `read_file: "${path}": line ${line} by itself is over the limit of ${MAX_READ_BYTES} bytes and cannot be shown; str_replace of edit_file still finds text in it`;
  return failure("too_large", message, { path, line, limit: MAX_READ_BYTES });
}

function pastEnd(path: string, offset: number, totalLines: number): ToolFailure {
  const lines = totalLines === 1 ? "1 line" : `${totalLines} lines`;
  const message = `read_file: offset ${offset} is past the end of "${path}", which has ${lines}; pass an offset within it`;
  return failure("bad_argument", message, { path, total_lines: totalLines, argument: "offset" });
}
