import { joinPath } from "../../../runtime/paths.ts";
import type { FileSystem } from "../../../runtime/ports/mod.ts";
import { ROOT } from "./workspace.ts";

/** The files below a folder of the tree, as paths from its root. */
export async function filesBelow(fs: FileSystem, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, kind } of await fs.readdir(folder === "" ? ROOT : joinPath(ROOT, folder))) {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (kind === "directory") found.push(...(await filesBelow(fs, path)));
    else if (kind === "file") found.push(path);
  }
  return found;
}
