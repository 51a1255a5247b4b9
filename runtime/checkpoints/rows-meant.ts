import { isInside } from "../paths.ts";
import type { Checkpoint, FileSystem } from "../ports/mod.ts";
import { isRealFolder } from "./targets.ts";

/**
 * The rows of a turn that a caller means. Turn ids that count from 1 meet in several folders, and the same id in another
 * folder is another turn: a caller with a root of its own sees the rows of that root. Where it has none, those of folders
 * that are no longer here are left, for its folder may have been moved.
 *
 * @param rows       Of one turn.
 * @param root       The root that was named, where the files are now.
 * @param withinRoot The root the caller is confined to.
 */
export async function rowsMeant(
  rows: readonly Checkpoint[],
  { root, withinRoot }: { readonly root?: string | undefined; readonly withinRoot?: string | undefined },
  fs: FileSystem,
): Promise<readonly Checkpoint[]> {
  for (const own of [root, withinRoot]) {
    const found = rows.filter((row) => row.root === own);
    if (found.length > 0) return found;
  }
  const inside = rows.filter((row) => withinRoot !== undefined && isInside(withinRoot, row.root));
  if (inside.length > 0) return inside;
  const stored = rootsOf(rows);
  if (withinRoot === undefined && (root === undefined || stored.length < 2)) return rows;
  const gone: string[] = [];
  for (const folder of stored) if (!(await isRealFolder(folder, fs))) gone.push(folder);
  if (withinRoot === undefined && gone.length !== 1) return rows;
  return rows.filter((row) => gone.includes(row.root));
}

/** In the order in which they come first. */
export function rootsOf(rows: readonly Checkpoint[]): readonly string[] {
  return [...new Set(rows.map((row) => row.root))];
}
