import { isInGitFolder, isInside, type ResolvedPath, resolveInRoot } from "../paths.ts";
import type { ToolContext } from "./context.ts";
import { failure, type ToolFailure } from "./types.ts";

/** What a tool wants of a path. Nothing but reading is allowed in a `.git` folder. */
export type Purpose = "read" | "write";

/** The one path resolver of all tools: inside the root, not in the product's own files, not written in `.git`. */
export async function resolvePath(
  ctx: ToolContext,
  tool: string,
  path: string,
  purpose: Purpose,
): Promise<ResolvedPath | ToolFailure> {
  const resolved = await resolveInRoot(ctx.root, path, ctx.fs);
  if (resolved.kind === "refused") {
    return failure(resolved.errorCode, `${tool}: ${resolved.message}; nothing was changed`, { path });
  }
  if (ctx.protectedFolders.some((folder) => isInside(folder, resolved.absolute))) {
    const message = `${tool}: "${path}" lies in the tool server's own store, which no tool touches; name another path`;
    return failure("protected_path", message, { path });
  }
  if (purpose === "write" && isInGitFolder(resolved.relative)) {
    const message = `${tool}: "${path}" lies in a .git folder, which is never written; use git itself`;
    return failure("protected_path", message, { path });
  }
  return resolved;
}

/** Refuses what is there but is no regular file; opening a FIFO or a device could hang or act. */
export function refuseNonFile(tool: string, path: string, target: ResolvedPath["target"]): ToolFailure | null {
  if (target === "directory") {
    return failure("not_a_file", `${tool}: "${path}" is a folder; call list_files to see its files`, { path });
  }
  if (target === "other") {
    return failure("not_a_file", `${tool}: "${path}" is a device, FIFO or socket, not a regular file`, { path });
  }
  return null;
}
