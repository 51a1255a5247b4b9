import { promises as disk } from "node:fs";
import { tmpdir } from "node:os";
import process from "node:process";
import { memfs } from "memfs";
import { createFileSystem } from "../../adapters/fs/file-system.ts";
import { memoryPrimitives } from "../../adapters/fs/memfs.ts";
import type { FilePrimitives } from "../../adapters/fs/primitives.ts";
import { FILE_SYSTEMS, type FileSystemName } from "../../adapters/fs/registry.ts";
import { nodeHash } from "../../adapters/hash/node.ts";
import type { FileSystem } from "../../runtime/ports/mod.ts";
import { type FileSystemTools, TEMP_PREFIX } from "../conformance/filesystem.ts";
import { hostName } from "./host.ts";

/** A folder of a test's own, and the adapter's calls on it. */
export interface Tree {
  readonly folder: string;
  readonly tools: FileSystemTools;
  readonly primitives: FilePrimitives;
  /** Whether `chown` to anyone is allowed here. */
  readonly givesAway: boolean;
  chown(path: string, uid: number, gid: number): Promise<void>;
  ownerOf(path: string): Promise<{ uid: number; gid: number }>;
}

/** The filesystem adapters that work under this runtime. */
export const adaptersHere: readonly FileSystemName[] = FILE_SYSTEMS.filter(({ hosts }: { hosts: readonly string[] }) =>
  hosts.includes(hostName),
).map(({ name }) => name);

export interface OpenTree extends Tree {
  remove(): Promise<void>;
}

/** An empty folder that stays until it is removed. */
export async function openTree(adapter: FileSystemName): Promise<OpenTree> {
  if (adapter === "memfs") return { ...memoryTree(), remove: async () => {} };
  const folder = await disk.realpath(await disk.mkdtemp(`${tmpdir()}/mortise-fs-`));
  return { ...(await diskTree(adapter, folder)), remove: () => disk.rm(folder, { recursive: true }) };
}

/** Runs the task on an empty folder, which is gone afterwards. */
export async function withTree(adapter: FileSystemName, task: (tree: Tree) => Promise<void>): Promise<void> {
  const tree = await openTree(adapter);
  try {
    await task(tree);
  } finally {
    await tree.remove();
  }
}

/** Every path below the folder that begins like a temporary file. */
export async function tempsBelow(fs: FileSystem, folder: string, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, kind } of await fs.readdir(folder)) {
    if (name.startsWith(prefix)) found.push(`${folder}/${name}`);
    if (kind === "directory") found.push(...(await tempsBelow(fs, `${folder}/${name}`, prefix)));
  }
  return found;
}

async function diskTree(adapter: FileSystemName, folder: string): Promise<Tree> {
  const found = FILE_SYSTEMS.find(({ name }) => name === adapter);
  if (found === undefined) throw new Error(`there is no adapter ${adapter}`);
  const { createFileSystem: create, createPrimitives } = await found.load();
  return {
    folder,
    primitives: createPrimitives(),
    givesAway: process.getuid?.() === 0,
    chown: (path, uid, gid) => disk.chown(path, uid, gid),
    ownerOf: async (path) => {
      const { uid, gid } = await disk.stat(path);
      return { uid, gid };
    },
    tools: {
      hash: nodeHash,
      nanoseconds: hostName !== "deno",
      open: (options) => create({ hash: nodeHash, tempPrefix: TEMP_PREFIX, ...options }),
      link: (existing, path) => disk.link(existing, path),
      withUmask: async (mask, task) => {
        const before = process.umask(mask);
        try {
          await task();
        } finally {
          process.umask(before);
        }
      },
    },
  };
}

function memoryTree(): Tree {
  const { vol: volume } = memfs();
  volume.mkdirSync("/tree");
  const primitives = memoryPrimitives(volume);
  return {
    folder: "/tree",
    primitives,
    givesAway: true,
    chown: async (path, uid, gid) => volume.chownSync(path, uid, gid),
    ownerOf: async (path) => {
      const { uid, gid } = volume.statSync(path);
      return { uid, gid };
    },
    tools: {
      hash: nodeHash,
      nanoseconds: false,
      open: (options) => createFileSystem(primitives, { hash: nodeHash, tempPrefix: TEMP_PREFIX, ...options }),
      link: async (existing, path) => volume.linkSync(existing, path),
      withUmask: (_mask, task) => task(),
    },
  };
}
