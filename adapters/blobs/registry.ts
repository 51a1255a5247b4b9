import type { BlobStore, FileSystem } from "../../runtime/ports/mod.ts";
import type { FileSystemBlobsOptions } from "./filesystem.ts";

/** Blob stores by name; each loads on first use. */
export const BLOB_STORES = [
  {
    name: "filesystem",
    open: async (fs: FileSystem, options: FileSystemBlobsOptions): Promise<BlobStore> =>
      (await import("./filesystem.ts")).createFileSystemBlobs(fs, options),
  },
] as const;
