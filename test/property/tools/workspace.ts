import { createFileSystemBlobs } from "../../../adapters/blobs/filesystem.ts";
import { createMemoryFileSystem } from "../../../adapters/fs/memfs.ts";
import { nobleHash } from "../../../adapters/hash/noble.ts";
import { createMemoryIndex } from "../../../adapters/index/memory.ts";
import { createMemoryMemory } from "../../../adapters/memory/memory.ts";
import { createCheckpoints } from "../../../runtime/checkpoints/mod.ts";
import { KeyedLocks } from "../../../runtime/locks.ts";
import { joinPath, parentOf } from "../../../runtime/paths.ts";
import type { Clock, FileSystem, Grammars, HostCheckers, Ids } from "../../../runtime/ports/mod.ts";
import { createRuntime, type Runtime } from "../../../runtime/runtime.ts";
import type { Settings } from "../../../runtime/settings/mod.ts";
import type { ToolContext, ToolResult } from "../../../runtime/tools/mod.ts";

export const ROOT = "/work/project";
export const STORE = "/work/store";

export interface Workspace {
  readonly fs: FileSystem;
  readonly runtime: Runtime;
  /** Calls a tool as session "s" in turn "t" unless told otherwise. */
  call(
    name: string,
    args: unknown,
    who?: { sessionId?: string; turnId?: string; signal?: AbortSignal },
  ): Promise<ToolResult>;
  /** The context that `call` gives to a tool. */
  context(who?: { sessionId?: string; turnId?: string; signal?: AbortSignal }): ToolContext;
  /** Writes behind the tools' back. */
  put(path: string, content: string | Uint8Array): Promise<void>;
  text(path: string): Promise<string>;
  /** Every file below the root with its bytes in hex and its mode. */
  tree(): Promise<Record<string, string>>;
}

export interface WorkspaceOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly coding?: Partial<Settings["coding"]>;
  /** What the tools see instead of the plain tree, for injected faults. */
  readonly wrap?: (fs: FileSystem) => FileSystem;
  /** Default: a time that moves on by a millisecond with every look, so that a case always runs the same way. */
  readonly clock?: Clock;
  /** Default: numbers that count up. */
  readonly ids?: Ids;
  readonly grammars?: Grammars | null;
  /** Programs that check what was written; without them only checkers of the core. */
  readonly checkers?: HostCheckers | null;
  readonly locks?: KeyedLocks;
  /** What the tools get instead of the runtime's own context, for faults put in on purpose. */
  readonly adjust?: (ctx: ToolContext) => ToolContext;
}

/** A runtime over a tree in memory: the parts the product is made of, none of them replaced. */
export async function openWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const fs = createMemoryFileSystem({ hash: nobleHash });
  await fs.mkdir(ROOT, { recursive: true });
  await fs.mkdir(`${STORE}/tmp`, { recursive: true });
  const put = async (path: string, content: string | Uint8Array) => {
    const absolute = joinPath(ROOT, path);
    await fs.mkdir(parentOf(absolute), { recursive: true });
    await fs.writeFile(absolute, typeof content === "string" ? new TextEncoder().encode(content) : content);
  };
  for (const [path, content] of Object.entries(options.files ?? {})) await put(path, content);

  const settings: Settings = {
    coding: {
      read_before_edit: "warn",
      read_gate: "auto",
      edit_max_content_lines: 2_000_000,
      edit_max_needle_lines: 200_000,
      checkpoint_dir: STORE,
      checkpoint_retention_days: 14,
      checkpoint_max_blob_bytes: 8_388_608,
      checkpoint_max_store_bytes: 0,
      durability: "full",
      turn_idle_seconds: 180,
      // Only what is about diagnostics asks for them: a checker takes its time at every write.
      post_edit_diagnostics: "off",
      diagnostics_timeout: 5,
      typescript_diagnostics: "off",
      ...options.coding,
    },
  };
  const seen = options.wrap?.(fs) ?? fs;
  const ports = {
    fs: seen,
    hash: nobleHash,
    clock: options.clock ?? countingClock(),
    ids: options.ids ?? countingIds(),
    locks: options.locks ?? new KeyedLocks(),
    grammars: options.grammars ?? null,
    checkers: options.checkers ?? null,
  };
  const checkpoints = createCheckpoints({
    ...ports,
    index: createMemoryIndex(),
    blobs: createFileSystemBlobs(fs, { folder: `${STORE}/blobs`, tempFolder: `${STORE}/tmp`, hash: nobleHash }),
    protectedFolders: [STORE],
    owner: { name: "1.test", isGone: (name) => name !== "1.test" },
    maxBlobBytes: settings.coding.checkpoint_max_blob_bytes,
    retentionDays: settings.coding.checkpoint_retention_days,
    maxStoreBytes: 0,
  });
  const runtime = await createRuntime(
    { ...ports, checkpoints, memory: createMemoryMemory() },
    { root: ROOT, protectedFolders: [STORE], settings },
  );

  const context = (who = {}) => {
    const ctx = runtime.contextFor({ surface: "http", sessionId: "s", turnId: "t", ...who });
    return options.adjust?.(ctx) ?? ctx;
  };
  return {
    fs,
    runtime,
    call: (name, args, who) => runtime.callTool(name, args, context(who)),
    context,
    put,
    text: async (path) =>
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await fs.readFile(joinPath(ROOT, path))),
    tree: () => treeOf(fs, ROOT),
  };
}

async function treeOf(fs: FileSystem, folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, kind } of await fs.readdir(folder)) {
    const path = joinPath(folder, name);
    if (kind === "directory") Object.assign(found, await treeOf(fs, path));
    else if (kind === "symlink") found[path] = `-> ${await fs.readlink(path)}`;
    else found[path] = `${(await fs.lstat(path))?.mode.toString(8)} ${nobleHash.sha256(await fs.readFile(path))}`;
  }
  return found;
}

function countingClock(): Clock {
  let ms = Date.UTC(2026, 0, 1);
  return { now: () => ms++, monotonicMs: () => 0 };
}

function countingIds(): Ids {
  let count = 0;
  return { hex: (bytes) => (count++).toString(16).padStart(2 * bytes, "0") };
}
