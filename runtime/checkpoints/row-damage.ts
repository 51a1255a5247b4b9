import type { Checkpoint, Hash } from "../ports/mod.ts";
import { workspaceIdOf } from "./capture.ts";
import { isStoredPath, isStoredRoot } from "./stored-path.ts";

/** Why a row's root and path are not to be believed, as the end of a sentence; `null` when nothing speaks against them. */
export function damageOf(row: Pick<Checkpoint, "root" | "relativePath" | "workspaceId">, hash: Hash): string | null {
  const { root, relativePath } = row;
  if (row.workspaceId !== workspaceIdOf(root, hash)) return "workspace_id does not belong to root";
  if (!isStoredRoot(root)) return `root ${JSON.stringify(root)} is not an absolute path in its shortest form`;
  return isStoredPath(relativePath) ? null : `${JSON.stringify(relativePath)} is not a path below the root`;
}
