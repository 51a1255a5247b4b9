/**
 * Files as the core sees them. Paths are absolute, POSIX style. Bytes pass through untouched.
 *
 * Every implementation owes: failures as `FileSystemError` with an errno code; absence as `null` from `stat` and
 * `lstat` (also when a parent is missing or is a file) and as ENOENT elsewhere; no operation on `readFile` or `stat`
 * that blocks on a FIFO is prevented here, so callers look at `lstat` first.
 */
export interface FileSystem {
  /** The whole file. Follows links. */
  readFile(path: string): Promise<Uint8Array>;
  /** At most `length` bytes from `offset`, fewer at the end of the file; reads no more of the file than that. */
  readRange(path: string, offset: number, length: number): Promise<Uint8Array>;
  /**
   * Replaces the whole content in one step, also one that comes in pieces; see `WriteOptions`. Replaces a link itself, so
   * callers resolve links first.
   */
  writeFile(path: string, data: Uint8Array | AsyncIterable<Uint8Array>, options?: WriteOptions): Promise<WriteOutcome>;
  /** `writeFile` in two halves: the temporary file is filled and synced now, and replaces what is at `path` later. */
  stageFile(path: string, data: Uint8Array, options?: WriteOptions): Promise<StagedFile>;
  /** Follows links; a dangling link is `null`. */
  stat(path: string): Promise<FileStat | null>;
  /** Does not follow the last component. */
  lstat(path: string): Promise<FileStat | null>;
  /** Sorted by name, by UTF-16 code units. */
  readdir(path: string): Promise<DirEntry[]>;
  mkdir(path: string, options?: { recursive?: boolean; mode?: number }): Promise<void>;
  readlink(path: string): Promise<string>;
  /** EEXIST when something stands at `path`; with `replace` a file or link there gives way in one step. */
  symlink(target: string, path: string, options?: { replace?: boolean }): Promise<void>;
  /** Replaces an existing file at `to`. `durable`: the folder of `to` is synced. */
  rename(from: string, to: string, options?: { durable?: boolean }): Promise<void>;
  /** Removes a file or link (never what a link points to); a folder only with `recursive`. `force`: absence is fine. */
  rm(path: string, options?: { recursive?: boolean; force?: boolean; durable?: boolean }): Promise<void>;
  /** Makes what was created, renamed and removed in this folder durable; for many changes at once. */
  syncFolder(path: string): Promise<void>;
  /** Removes an empty folder; ENOTEMPTY otherwise. */
  rmdir(path: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  realpath(path: string): Promise<string>;
}

/**
 * How `writeFile` replaces: a temporary file in the same folder (or in `tempFolder`), synced when `durable`, then renamed
 * over the target. The mode bits (07777) of an existing regular file are kept, and its owner where the process may give
 * files away (set-id bits are dropped where it may not); a new file gets `mode` or 0o666 less the umask. A folder is
 * EISDIR; a device, FIFO or socket is EINVAL and never opened. Whatever fails, the target is the old bytes or the new
 * ones, and the temporary file is removed.
 */
export interface WriteOptions {
  /** Sync file and folder before returning; "file": the caller syncs the folder, once for all its files. */
  readonly durable?: boolean | "file";
  /** Hash the target just before the rename and write nothing unless it is this. Absent target: "changed". */
  readonly expectSha256?: string;
  /** Create only: "changed" when something stands at `path`, which is then left as it is. */
  readonly exclusive?: boolean;
  /** Mode bits to set instead of keeping the old ones or using the umask. */
  readonly mode?: number;
  /** Folder for the temporary file; must be on the same volume. */
  readonly tempFolder?: string;
}

export type WriteOutcome = "written" | "changed";

/** `publish` is called at most once; `discard` removes what was not published, also after a `publish` that failed. */
export interface StagedFile {
  publish(): Promise<WriteOutcome>;
  discard(): Promise<void>;
}

export interface FileStat {
  readonly kind: FileKind;
  readonly size: number;
  /** Nanoseconds since the epoch; on hosts with coarser clocks a multiple of their unit. */
  readonly mtimeNs: bigint;
  /** Permission bits, `mode & 0o7777`. */
  readonly mode: number;
  readonly dev: number;
  readonly ino: number;
  readonly nlink: number;
}

export type FileKind = "file" | "directory" | "symlink" | "other";

export interface DirEntry {
  readonly name: string;
  readonly kind: FileKind;
}
