/** The page keeps trees as documents, so the snapshots of memfs, and the binary formats they are written in, stay away. */
export function toSnapshotSync(): never {
  throw new Error("this page takes no snapshots of a tree in memory");
}
export const fromSnapshotSync = toSnapshotSync;
export const toSnapshot = toSnapshotSync;
export const fromSnapshot = toSnapshotSync;
