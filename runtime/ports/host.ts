import type { BlobStore } from "./blob-store.ts";
import type { CheckerProcesses } from "./checker-process.ts";
import type { CheckpointIndex } from "./checkpoint-index.ts";
import type { Clock } from "./clock.ts";
import type { FileSystem } from "./filesystem.ts";
import type { Grammars } from "./grammars.ts";
import type { Hash } from "./hash.ts";
import type { Ids } from "./ids.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { PropertyRunner } from "./properties.ts";
import type { TypescriptProjects } from "./typescript-project.ts";

/** What an entry hands to the command line: the process it runs in and the adapters of its runtime. */
export interface Host {
  readonly runtime: { readonly name: "bun" | "deno" | "node"; readonly version: string };
  /** Arguments after the program's own name. */
  readonly args: readonly string[];
  readonly pid: number;
  env(name: string): string | undefined;
  /** Names of all environment variables that start with `prefix`. */
  envNames(prefix: string): readonly string[];
  cwd(): string;
  /** Whether a process with this id runs on this machine. */
  isAlive(pid: number): boolean;
  /**
   * What tells the process with this id from all others that have had or will have it on this or another machine; no dot
   * in it. `null`: not known.
   */
  processStart(pid: number): string | null;
  readonly stdin: { readonly isTerminal: boolean; chunks(): AsyncIterable<Uint8Array> };
  readonly stdout: { readonly isTerminal: boolean; write(text: string): Promise<void> };
  readonly stderr: { readonly isTerminal: boolean; write(text: string): Promise<void> };
  /** Asks on the terminal; false when the user declines or cancels. */
  confirm(question: string): Promise<boolean>;
  /** Draws a bar on the terminal, on stderr; absent where there is none to draw on. */
  progress?(title: string): Promise<ProgressBar>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly hash: Hash;
  fileSystem(options: HostFileSystemOptions): FileSystem;
  /** Opens (creates) the index file on first use; `path` is absolute and of the first one, `INDEX_FILE`. */
  openIndex(path: string, options: IndexOptions): CheckpointIndex;
  /** The memory in the index file, opened likewise. */
  openMemory(path: string, options: IndexOptions): MemoryStore;
  /** The blobs below `folder` (absolute). `tempFolder` takes temporary files and lies on the same volume. */
  openBlobs(files: FileSystem, options: { folder: string; tempFolder: string }): BlobStore;
  /** Parsers of languages, for checks of syntax and for symbols. */
  readonly grammars: Grammars;
  /** Checkers that the host has beside those of the core. */
  readonly checkers: HostCheckers;
  /** The properties of the product, loaded with the first use; absent where they do not come along. */
  properties?(): Promise<PropertyRunner>;
  /** Absolute path of the files that ship beside the code; absent where they do not come along. */
  readonly dataFolder?: string | undefined;
  /** Absolute folders in which the built playground may lie; the first that has one counts. */
  readonly pageFolders?: readonly string[];
  /** Rejects with an error that has the errno name as its `code` ("EADDRINUSE", "EACCES", ...) when it cannot listen. */
  serve(options: ServeOptions): Promise<RunningServer>;
  /** Calls back on every one of these signals, with the name; the process no longer ends by itself then. */
  onTerminate(handler: (signal: EndSignal) => void): void;
}

export interface IndexOptions {
  /** False: a commit does not wait for the disk. */
  readonly sync: boolean;
  /** Only look: a damaged index is read from a private copy, and the store stays as it is. */
  readonly look?: boolean;
  /** Called with a sentence when the index is found damaged, which names the file and what became of its rows. */
  readonly tell?: (damage: string) => void;
}

export interface ProgressBar {
  /** How much is done, from 0 to 1. */
  to(share: number): void;
  end(): void;
}

export interface HostCheckers {
  readonly processes: CheckerProcesses;
  readonly typescript: TypescriptProjects;
}

/** The interrupt key, a polite kill, and the terminal that went away. */
export type EndSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

export interface HostFileSystemOptions {
  /** Start of every temporary file's name, so that a later start can tell whose it was. */
  readonly tempPrefix: string;
  /** Awaited before the first temporary file is made in a folder. */
  readonly beforeTemp?: (folder: string) => Promise<void>;
  /** False: nothing is ever synced, whatever `durable` says. */
  readonly sync?: boolean;
}

export interface ServeOptions {
  readonly hostname: string;
  /** 0: any free port. */
  readonly port: number;
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

export interface RunningServer {
  readonly port: number;
  /** Stops accepting and resolves when running requests have ended, or after `graceMs`; what still runs ends with the process. */
  stop(graceMs: number): Promise<void>;
}
