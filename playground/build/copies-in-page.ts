/** Nobody on the page copies files within the tree, so what memfs brings for that stays away. */
export function copyFileCore(): never {
  throw new Error("this page copies no files in a tree in memory");
}
export const cpSync = copyFileCore;
export const cpAsync = copyFileCore;
export const getCpOptions = copyFileCore;
export const getValidCopyFileMode = copyFileCore;
