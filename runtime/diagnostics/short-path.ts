import { isInside } from "../paths.ts";

/** A path as the model knows it, below the root; one outside stays as it is. Both absolute. */
export function shortPath(path: string, root: string): string {
  return isInside(root, path) ? path.slice(root === "/" ? 1 : root.length + 1) : path;
}
