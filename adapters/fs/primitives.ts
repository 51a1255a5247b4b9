import type { DirEntry, FileStat } from "../../runtime/ports/mod.ts";

/**
 * A host's own file calls, one system call or so each, from which `createFileSystem` builds the port.
 *
 * They throw the host's own errors (absence included); `errorCode` reads the errno name off one. Tests wrap this object
 * to fail between any two calls of a write.
 */
export interface FilePrimitives {
  /** The errno name of a host error; `null` when the error is none of the filesystem's. */
  errorCode(error: unknown): string | null;
  readFile(path: string): Promise<Uint8Array>;
  readRange(path: string, offset: number, length: number): Promise<Uint8Array>;
  /** Creates and opens for writing; EEXIST when anything, a dangling link too, has this name. `mode` is cut by the umask. */
  createFile(path: string, mode: number): Promise<NewFile>;
  stat(path: string): Promise<OwnedStat>;
  lstat(path: string): Promise<OwnedStat>;
  /** In any order. */
  readdir(path: string): Promise<DirEntry[]>;
  mkdir(path: string, options: { recursive: boolean; mode: number }): Promise<void>;
  readlink(path: string): Promise<string>;
  symlink(target: string, path: string): Promise<void>;
  /** A second name for a file; EEXIST when `path` is taken. */
  link(existing: string, path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Not for folders. */
  unlink(path: string): Promise<void>;
  rmdir(path: string): Promise<void>;
  /** A folder and all below it; links are removed, not followed. */
  removeTree(path: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  realpath(path: string): Promise<string>;
  /** Makes renames and removals in this folder durable. */
  syncFolder(path: string): Promise<void>;
}

/** A file just created. `close` is called once, whatever happened before. */
export interface NewFile {
  /** All bytes, behind those written before, in as many calls as the host needs. */
  write(data: Uint8Array): Promise<void>;
  owner(): Promise<Owner>;
  chown(owner: Owner): Promise<void>;
  /** All of 07777, whatever the umask. */
  chmod(mode: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface OwnedStat extends FileStat, Owner {}
