import { memfs, type Volume } from "memfs";
import { createFileSystemBlobs } from "../../../adapters/blobs/filesystem.ts";
import { createFileSystem, type FileSystemOptions } from "../../../adapters/fs/file-system.ts";
import { memoryPrimitives } from "../../../adapters/fs/memfs.ts";
import type { FilePrimitives } from "../../../adapters/fs/primitives.ts";
import { nobleHash } from "../../../adapters/hash/noble.ts";
import { createMemoryIndex } from "../../../adapters/index/memory.ts";
import { createMemoryMemory } from "../../../adapters/memory/memory.ts";
import { createCheckpoints, type RecoveredRevert } from "../../../runtime/checkpoints/mod.ts";
import type { createLeftovers } from "../../../runtime/leftovers.ts";
import { KeyedLocks } from "../../../runtime/locks.ts";
import { joinPath, parentOf } from "../../../runtime/paths.ts";
import type { BlobStore, CheckpointIndex, FileSystem, Hash } from "../../../runtime/ports/mod.ts";
import { createRuntime, type Runtime } from "../../../runtime/runtime.ts";
import { loadSettings } from "../../../runtime/settings/mod.ts";
import type { SyntaxService } from "../../../runtime/tools/mod.ts";
import { contentBytes, type PlaygroundDocument } from "../document/mod.ts";
import { createCountedIds, createLogicalClock, type LogicalClock } from "./logical-clock.ts";
import { NoLocks, TimesOnlyTracker, type WhatIfRules } from "./what-if-rules.ts";

export const ROOT = "/tree";
export const STORE = "/store";

/** A tree in memory with a runtime over it, as a server would have it over a folder. */
export interface EngineWorkspace {
  readonly fs: FileSystem;
  readonly volume: Volume;
  readonly clock: LogicalClock;
  readonly hash: Hash;
  readonly index: CheckpointIndex;
  readonly blobs: BlobStore;
  readonly runtime: Runtime;
  /** A new process over the same tree and store: what only memory held is gone. It ends reverts that died, as a start does. */
  restart(): Promise<Recovered>;
}

export interface Recovered {
  readonly reverts: readonly RecoveredRevert[];
  /** Temporary files that the process before left in the tree, and that are gone now. */
  readonly removed: readonly string[];
}

export interface WorkspaceOptions {
  /** Rules to switch off: then it is not what a server does. */
  readonly whatIf?: WhatIfRules | undefined;
  /** Stands between the tree and everything that uses it, until the restart: a fault, or a gate. */
  readonly host?: (host: FilePrimitives) => FilePrimitives;
  readonly index?: (index: CheckpointIndex) => CheckpointIndex;
  /** Finds temporary files of processes that died; without it nobody looks for them. */
  readonly leftovers?: typeof createLeftovers;
}

/** Parsers are megabytes, and the page has a lab of its own for them: here nothing is checked, and nothing says it was. */
const NO_PARSERS: SyntaxService = {
  check: async () => ({ kind: "unchecked" }),
  find: async () => ({ kind: "missing", symbols: [] }),
  stringLines: async () => new Set(),
};

export async function openEngineWorkspace(
  document: Pick<PlaygroundDocument, "files" | "settings">,
  options: WorkspaceOptions = {},
): Promise<EngineWorkspace> {
  const clock = createLogicalClock();
  const ids = createCountedIds();
  const hash = nobleHash;
  const volume = memfs().vol;
  const host = withLogicalTimes(memoryPrimitives(volume), volume, clock);
  const open = (primitives: FilePrimitives, temps: Partial<FileSystemOptions> = {}) =>
    createFileSystem(primitives, { hash, tempPrefix: ".mortise-page-", ...temps });
  const fs = open(host);
  await fs.mkdir(ROOT, { recursive: true });
  for (const { path, content } of document.files) await putFile(fs, path, contentBytes(content) ?? new Uint8Array());

  const { settings } = loadSettings({
    home: STORE,
    cwd: ROOT,
    env: () => undefined,
    envNames: [],
    file: null,
    flags: { post_edit_diagnostics: "off", ...document.settings },
  });
  const index = createMemoryIndex();
  const blobsOver = (files: FileSystem) =>
    createFileSystemBlobs(files, { folder: `${STORE}/blobs`, tempFolder: `${STORE}/tmp`, hash, clock });
  let starts = 0;
  const start = async ({ whatIf, host: wrapHost, index: wrapIndex }: WorkspaceOptions) => {
    starts += 1;
    const name = `page.${starts}`;
    const seen = wrapHost?.(host) ?? host;
    const leftovers = options.leftovers?.({
      fs: open(seen),
      folder: `${STORE}/leftovers`,
      instance: `page${starts}`,
      pid: starts,
      isAlive: (pid) => pid === starts,
    });
    const files = open(seen, {
      tempPrefix: `.mortise-page${starts}-`,
      ...(leftovers && { beforeTemp: (folder: string) => leftovers.beforeTemp(folder) }),
    });
    const locks = whatIf?.noLock ? new NoLocks() : new KeyedLocks();
    const ports = { fs: files, hash, clock, ids, locks };
    const { checkpoint_max_blob_bytes: maxBlobBytes, checkpoint_retention_days: retentionDays } = settings.coding;
    const checkpoints = createCheckpoints({
      ...ports,
      index: wrapIndex?.(index) ?? index,
      blobs: blobsOver(files),
      protectedFolders: [STORE],
      owner: { name, isGone: (other) => other !== name },
      maxBlobBytes,
      retentionDays,
      maxStoreBytes: 0,
    });
    const started = await createRuntime(
      {
        ...ports,
        checkpoints,
        memory: createMemoryMemory(),
        syntax: NO_PARSERS,
        ...(whatIf?.timesOnly && { fileState: new TimesOnlyTracker() }),
      },
      { root: ROOT, protectedFolders: [STORE], settings },
    );
    return { runtime: started, leftovers };
  };
  let { runtime } = await start(options);
  return {
    fs,
    volume,
    clock,
    hash,
    index,
    blobs: blobsOver(fs),
    get runtime() {
      return runtime;
    },
    async restart() {
      const next = await start({ whatIf: options.whatIf });
      runtime = next.runtime;
      const reverts = await runtime.checkpoints.recover();
      const removed = (await next.leftovers?.sweep())?.removed ?? [];
      return { reverts, removed };
    },
  };
}

/** Writes behind the tools' back, with the folders above. */
export async function putFile(fs: FileSystem, path: string, bytes: Uint8Array): Promise<void> {
  const absolute = joinPath(ROOT, path);
  await fs.mkdir(parentOf(absolute), { recursive: true });
  await fs.writeFile(absolute, bytes);
}

/** Files get the time of the event that wrote them: every write of the port ends in one of these two calls. */
function withLogicalTimes(host: FilePrimitives, volume: Volume, clock: LogicalClock): FilePrimitives {
  const stamp = (path: string) => {
    const seconds = clock.now() / 1000;
    if (volume.statSync(path).isFile()) volume.utimesSync(path, seconds, seconds);
  };
  return {
    ...host,
    link: async (existing, path) => {
      await host.link(existing, path);
      stamp(path);
    },
    rename: async (from, to) => {
      const isTemporary = from.endsWith(".tmp");
      await host.rename(from, to);
      if (isTemporary) stamp(to);
    },
  };
}
