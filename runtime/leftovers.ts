import { isFileSystemError } from "./errors.ts";
import { joinPath, parentOf } from "./paths.ts";
import type { DirEntry, FileSystem } from "./ports/mod.ts";

export interface LeftoversOptions {
  /** Plain: its own writes must not come back here through `beforeTemp`. */
  readonly fs: FileSystem;
  /** Absolute; the notes of all runs. The store's `tmp` folder lies beside it. */
  readonly folder: string;
  /** This run's own name, letters and digits, new at every start. */
  readonly instance: string;
  readonly pid: number;
  isAlive(pid: number): boolean;
}

export interface Leftovers {
  /** Notes a folder (absolute real path) before this run makes its first temporary file there. */
  beforeTemp(folder: string): Promise<void>;
  /** Removes what runs that are no longer alive left behind. Never throws for what it finds on disk. */
  sweep(): Promise<SweepReport>;
  /** Drops this run's notes, unless one of its temporary files still stands. No writes may follow. */
  close(): Promise<void>;
}

export interface SweepReport {
  /** Absolute paths. */
  readonly removed: readonly string[];
  /** A sentence for each thing that could not be read, listed or removed. */
  readonly problems: readonly string[];
}

/** How every temporary file of a run begins; 8 hex digits and ".tmp" complete the name. */
export function tempPrefixOf(instance: string): string {
  if (!INSTANCE.test(instance)) throw new TypeError(`instance "${instance}" must be 1 to 64 letters and digits`);
  return `.mortise-${instance}-`;
}

/**
 * Finds the temporary files that killed runs left in users' trees.
 *
 * A run notes each folder before its first temporary file there: a small file in `<folder>/<pid>.<instance>/` that holds
 * the path as JSON. The process id is in the name, since a name is there whole or not at all. A later start looks into
 * the noted folders of runs that are gone and removes files and links named exactly as that run named its temporary files;
 * a path that was noted is never used for anything but listing such names. Notes are not synced: a power cut can lose or
 * damage one, and a damaged one is reported and dropped.
 */
export function createLeftovers({ fs, folder, instance, pid, isAlive }: LeftoversOptions): Leftovers {
  const ownFolder = joinPath(folder, `${pid}.${instance}`);
  const ownTemp = tempNameOf(instance);
  const noted: string[] = [];

  return {
    async beforeTemp(tempFolder) {
      await fs.mkdir(ownFolder, { recursive: true, mode: 0o700 });
      noted.push(tempFolder);
      await fs.writeFile(
        joinPath(ownFolder, String(noted.length)),
        new TextEncoder().encode(JSON.stringify(tempFolder)),
      );
    },

    async sweep() {
      const sweep = new Sweep(fs);
      // Listed before the runs are: a run that starts in between has its note there before its first temporary file.
      const storeTemp = joinPath(parentOf(folder), "tmp");
      const temps = await sweep.filesIn(storeTemp);
      const living = new Set([instance]);
      for (const run of await runsIn(sweep, folder)) {
        if (run.instance === instance) continue;
        // Our own id under another name: the process that had it before us is gone.
        if (run.pid !== pid && isAlive(run.pid)) living.add(run.instance);
        else await sweepRun(sweep, run);
      }
      for (const name of temps) {
        const owner = ANY_TEMP_NAME.exec(name)?.[1];
        if (owner !== undefined && !living.has(owner)) await sweep.remove(joinPath(storeTemp, name));
      }
      return { removed: sweep.removed, problems: sweep.problems };
    },

    async close() {
      const sweep = new Sweep(fs);
      for (const tempFolder of noted) {
        if ((await sweep.filesAndLinksIn(tempFolder)).some((name) => ownTemp.test(name))) return;
      }
      if (sweep.problems.length === 0) await fs.rm(ownFolder, { recursive: true, force: true });
    },
  };
}

interface Run {
  readonly pid: number;
  readonly instance: string;
  readonly folder: string;
}

async function runsIn(sweep: Sweep, folder: string): Promise<Run[]> {
  const runs: Run[] = [];
  for (const { name, kind } of await sweep.list(folder)) {
    const [, pid, instance] = RUN_FOLDER.exec(name) ?? [];
    if (kind !== "directory" || pid === undefined || instance === undefined) continue;
    runs.push({ pid: Number(pid), instance, folder: joinPath(folder, name) });
  }
  return runs;
}

async function sweepRun(sweep: Sweep, run: Run): Promise<void> {
  const tempName = tempNameOf(run.instance);
  for (const name of await sweep.filesIn(run.folder)) {
    const path = joinPath(run.folder, name);
    if (tempName.test(name)) await sweep.remove(path);
    else if (NOTE.test(name) && (await sweepNoted(sweep, path, tempName))) await sweep.drop(path);
  }
  await sweep.dropFolder(run.folder);
}

/** True when the note at `path` has served its purpose. */
async function sweepNoted(sweep: Sweep, path: string, tempName: RegExp): Promise<boolean> {
  const bytes = await sweep.attempt(`read the note "${path}"`, () => sweep.fs.readFile(path));
  if (bytes === null) return false;
  const folder = folderIn(bytes);
  if (folder === null) {
    sweep.problems.push(`the note "${path}" is damaged; the folder it named was not looked into`);
    return true;
  }
  const before = sweep.problems.length;
  const real = await sweep.attempt(`find "${folder}"`, () => sweep.fs.realpath(folder));
  // What was a folder and is a link now leads to a place the run never wrote in.
  if (real === folder) {
    for (const name of await sweep.filesAndLinksIn(folder)) {
      if (tempName.test(name)) await sweep.remove(joinPath(folder, name));
    }
  }
  return sweep.problems.length === before;
}

function folderIn(bytes: Uint8Array): string | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    return typeof value === "string" && value.startsWith("/") && !/[\0\p{Cs}]/u.test(value) ? value : null;
  } catch {
    return null;
  }
}

/** Filesystem calls whose failure is written down; what is gone already is no failure. */
class Sweep {
  readonly fs: FileSystem;
  readonly removed: string[] = [];
  readonly problems: string[] = [];

  constructor(fs: FileSystem) {
    this.fs = fs;
  }

  async attempt<T>(what: string, task: () => Promise<T>): Promise<T | null> {
    try {
      return await task();
    } catch (error) {
      if (!isFileSystemError(error)) throw error;
      if (error.code !== "ENOENT" && error.code !== "ENOTDIR") this.problems.push(`could not ${what}: ${error.code}`);
      return null;
    }
  }

  async list(folder: string) {
    return (await this.attempt(`list "${folder}"`, () => this.fs.readdir(folder))) ?? [];
  }

  /** Names of regular files only. */
  async filesIn(folder: string): Promise<string[]> {
    return (await this.list(folder)).filter((entry) => entry.kind === "file").map((entry) => entry.name);
  }

  /** What a link leads to is not looked at, and a removal takes the link itself. */
  async filesAndLinksIn(folder: string): Promise<string[]> {
    const isOne = ({ kind }: DirEntry) => kind === "file" || kind === "symlink";
    return (await this.list(folder)).filter(isOne).map((entry) => entry.name);
  }

  async remove(path: string): Promise<void> {
    const done = await this.attempt(`remove "${path}"`, () => this.fs.rm(path).then(() => true));
    if (done) this.removed.push(path);
  }

  async drop(path: string): Promise<void> {
    await this.attempt(`remove "${path}"`, () => this.fs.rm(path));
  }

  /** A folder that still holds something is left for the next start. */
  async dropFolder(path: string): Promise<void> {
    if ((await this.list(path)).length === 0) await this.attempt(`remove "${path}"`, () => this.fs.rmdir(path));
  }
}

function tempNameOf(instance: string): RegExp {
  // An instance is letters and digits, and the prefix has nothing else that a pattern would read.
  return new RegExp(`^\\${tempPrefixOf(instance)}[0-9a-f]{8}\\.tmp$`);
}

const INSTANCE = /^[0-9A-Za-z]{1,64}$/;
const RUN_FOLDER = /^([1-9][0-9]{0,9})\.([0-9A-Za-z]{1,64})$/;
const NOTE = /^[1-9][0-9]*$/;
const ANY_TEMP_NAME = /^\.mortise-([0-9A-Za-z]{1,64})-[0-9a-f]{8}\.tmp$/;
