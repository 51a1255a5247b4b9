import { joinPath } from "../paths.ts";

/** Whether a row can hold this root: absolute, in its plain form. */
export function isStoredRoot(root: string): boolean {
  return root.startsWith("/") && isPlain(root) && !root.includes("\0");
}

/** Whether a tool can have written this path below a root: its resolver refuses all others. */
export function isStoredPath(path: string): boolean {
  return path !== "" && !path.startsWith("/") && isPlain(path) && !/[\0\\]/.test(path);
}

function isPlain(path: string): boolean {
  return path.isWellFormed() && joinPath(path) === path && !path.split("/").includes("..");
}
