import { joinPath } from "../paths.ts";
import type { Checkpoint, Hash } from "../ports/mod.ts";
import { workspaceIdOf } from "./capture.ts";

/** Why a row's root and path are not to be believed, as the end of a sentence; `null` when nothing speaks against them. */
export function damageOf(row: Pick<Checkpoint, "root" | "relativePath" | "workspaceId">, hash: Hash): string | null {
  const { root, relativePath } = row;
  if (row.workspaceId !== workspaceIdOf(root, hash)) return "workspace_id does not belong to root";
  if (!isRootPath(root)) return `root ${JSON.stringify(root)} is not an absolute path in its shortest form`;
  return isPathBelowRoot(relativePath) ? null : `${JSON.stringify(relativePath)} is not a path below the root`;
}

/** Whether it can be the real path of a folder, as far as its form tells. */
export function isRootPath(root: string): boolean {
  const isNormal = root.startsWith("/") && joinPath(root) === root;
  return isNormal && !root.split("/").includes("..") && !root.includes("\0") && root.isWellFormed();
}

/** Whether a tool can have written this path below a root: its resolver refuses all others. */
export function isPathBelowRoot(path: string): boolean {
  const isNormal = path !== "" && !path.startsWith("/") && joinPath(path) === path && !path.split("/").includes("..");
  return isNormal && !/[\0\\]/.test(path) && path.isWellFormed();
}
