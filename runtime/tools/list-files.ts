import * as z from "zod";
import { joinPath } from "../paths.ts";
import type { FileKind } from "../ports/mod.ts";
import { wellFormedText } from "../schema.ts";
import type { ToolContext } from "./context.ts";
import { defineTool } from "./define-tool.ts";
import { failure } from "./types.ts";
import { resolvePath } from "./workspace-path.ts";

export const listFiles = defineTool({
  name: "list_files",
  title: "List files",
  description:
    "Lists a folder, sorted by name; with recursive, everything below it except .git folders. Links are named, not followed.",
  input: z.object({
    path: wellFormedText.default(".").describe('Folder relative to the workspace root; "." is the root'),
    recursive: z.boolean().default(false),
    limit: z.int().min(1).max(10_000).default(1000).describe("Most entries to answer"),
  }),
  output: z.object({
    path: z.string(),
    entries: z.array(
      z.object({
        path: z.string().describe("Relative to the workspace root"),
        kind: z.enum(["file", "directory", "symlink", "other"]),
        size: z.number().int().optional().describe("Bytes; files only"),
      }),
    ),
    count: z.number().int(),
    truncated: z.boolean().describe("Whether the limit cut the list"),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  safetyTier: "safe",

  async execute({ path, recursive, limit }, ctx) {
    const resolved = await resolvePath(ctx, "list_files", path, "read");
    if ("success" in resolved) return resolved;
    if (resolved.target === "missing") {
      return failure("not_found", `list_files: "${path}" does not exist; list "." to see the root`, { path });
    }
    if (resolved.target !== "directory") {
      return failure("bad_argument", `list_files: "${path}" is not a folder; read it with read_file`, { path });
    }
    // One more than asked for tells whether the list was cut.
    const found = await walk(ctx, resolved.relative, recursive, limit + 1);
    const entries = found.slice(0, limit);
    const truncated = found.length > limit;
    return { success: true, data: { path: resolved.relative || ".", entries, count: entries.length, truncated } };
  },
});

interface Entry {
  path: string;
  kind: FileKind;
  size?: number;
}

/** Depth first, in the order of the sorted listings. */
async function walk(ctx: ToolContext, folder: string, recursive: boolean, most: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { name, kind } of await ctx.fs.readdir(joinPath(ctx.root, folder))) {
    if (entries.length >= most) break;
    const path = folder === "" ? name : `${folder}/${name}`;
    const absolute = joinPath(ctx.root, path);
    if (ctx.protectedFolders.includes(absolute)) continue;
    const size = kind === "file" ? (await ctx.fs.lstat(absolute))?.size : undefined;
    entries.push(size === undefined ? { path, kind } : { path, kind, size });
    if (recursive && kind === "directory" && name !== ".git") {
      entries.push(...(await walk(ctx, path, recursive, most - entries.length)));
    }
  }
  return entries.slice(0, most);
}
