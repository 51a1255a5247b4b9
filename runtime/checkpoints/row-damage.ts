import { joinPath } from "../paths.ts";
import type { Checkpoint, Hash } from "../ports/mod.ts";
import { workspaceIdOf } from "./capture.ts";

/** Why a row's root and path are not to be believed, as the end of a sentence; `null` when nothing speaks against them. */
export function damageOf(row: Pick<Checkpoint, "root" | "relativePath" | "workspaceId">, hash: Hash): string | null {
  const { root, relativePath } = row;
  if (row.workspaceId !== workspaceIdOf(root, hash)) return "workspace_id does not belong to root";
  if (!isRootPath(root)) return `root ${JSON.stringify(root)} is not an absolute path in its shortest form`;
  const isNormal = relativePath !== "" && !relativePath.startsWith("/") && joinPath(relativePath) === relativePath;
  // What no tool can have written, for its resolver refuses such a name.
  const isOdd = /[\0\\]/.test(relativePath) || !relativePath.isWellFormed();
  if (isNormal && !isOdd && !relativePath.split("/").includes("..")) return null;
  return `${JSON.stringify(relativePath)} is not a path below the root`;
}

/** Whether it can be the real path of a folder, as far as its form tells. */
export function isRootPath(root: string): boolean {
  const isNormal = root.startsWith("/") && joinPath(root) === root;
  return isNormal && !root.split("/").includes("..") && !root.includes("\0") && root.isWellFormed();
}
