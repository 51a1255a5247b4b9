import type { FileSystem, Hash } from "../../runtime/ports/mod.ts";
import { entryCases } from "./filesystem-entries.ts";
import { readCases } from "./filesystem-read.ts";
import { writeCases } from "./filesystem-write.ts";

/** What every implementation of the filesystem port owes, one promise a case. */
export interface FileSystemCase {
  readonly name: string;
  /** `folder` is empty, real (no component is a link) and the case's own. */
  run(fs: FileSystem, folder: string, tools: FileSystemTools): Promise<void>;
}

export interface FileSystemTools {
  readonly hash: Hash;
  /** Whether file times are finer than a millisecond. */
  readonly nanoseconds: boolean;
  /** Another filesystem over the same tree. */
  open(options: { tempPrefix?: string; beforeTemp?: (folder: string) => Promise<void> }): FileSystem;
  /** Gives a file a second name. */
  link(existing: string, path: string): Promise<void>;
  /** Runs the task under this umask, where the host has one. */
  withUmask(mask: number, task: () => Promise<void>): Promise<void>;
}

/** How temporary files of the filesystems under test begin. */
export const TEMP_PREFIX = ".mortise-conformance-";

export const fileSystemCases: readonly FileSystemCase[] = [...writeCases, ...readCases, ...entryCases];
