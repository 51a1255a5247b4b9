import { promises as disk } from "node:fs";
import { tmpdir } from "node:os";
import process from "node:process";
import { memfs } from "memfs";
import { describe, expect, test } from "vitest";
import { createMemoryFileSystem } from "../../adapters/fs/memfs.ts";
import { FILE_SYSTEMS } from "../../adapters/fs/registry.ts";
import { nodeHash } from "../../adapters/hash/node.ts";
import type { FileSystem } from "../../runtime/ports/mod.ts";
import { type FileSystemTools, fileSystemCases, TEMP_PREFIX } from "../conformance/filesystem.ts";
import { hostName } from "./host.ts";

interface Tree {
  readonly folder: string;
  readonly tools: FileSystemTools;
  discard(): Promise<void>;
}

for (const adapter of FILE_SYSTEMS) {
  const hosts: readonly string[] = adapter.hosts;
  if (!hosts.includes(hostName)) continue;
  describe(`filesystem ${adapter.name} under ${hostName}`, () => {
    for (const { name, run } of fileSystemCases) {
      test(name, async () => {
        const tree = adapter.name === "memfs" ? await memoryTree() : await diskTree(adapter.load);
        try {
          const fs = tree.tools.open({});
          await run(fs, tree.folder, tree.tools);
          expect(await tempsBelow(fs, tree.folder)).toEqual([]);
        } finally {
          await tree.discard();
        }
      });
    }
  });
}

async function diskTree(load: (typeof FILE_SYSTEMS)[number]["load"]): Promise<Tree> {
  const { createFileSystem } = await load();
  const folder = await disk.realpath(await disk.mkdtemp(`${tmpdir()}/mortise-fs-`));
  const tools: FileSystemTools = {
    hash: nodeHash,
    nanoseconds: hostName !== "deno",
    open: (options) => createFileSystem({ hash: nodeHash, tempPrefix: TEMP_PREFIX, ...options }),
    link: (existing, path) => disk.link(existing, path),
    withUmask: async (mask, task) => {
      const before = process.umask(mask);
      try {
        await task();
      } finally {
        process.umask(before);
      }
    },
  };
  return { folder, tools, discard: () => disk.rm(folder, { recursive: true }) };
}

async function memoryTree(): Promise<Tree> {
  const volume = memfs().vol;
  volume.mkdirSync("/tree");
  const tools: FileSystemTools = {
    hash: nodeHash,
    nanoseconds: false,
    open: (options) => createMemoryFileSystem({ hash: nodeHash, tempPrefix: TEMP_PREFIX, volume, ...options }),
    link: async (existing, path) => volume.linkSync(existing, path),
    withUmask: (_mask, task) => task(),
  };
  return { folder: "/tree", tools, discard: async () => {} };
}

async function tempsBelow(fs: FileSystem, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, kind } of await fs.readdir(folder)) {
    if (name.startsWith(TEMP_PREFIX)) found.push(`${folder}/${name}`);
    if (kind === "directory") found.push(...(await tempsBelow(fs, `${folder}/${name}`)));
  }
  return found;
}
