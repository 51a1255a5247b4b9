import type { BlobStore, CheckpointIndex, FileSystem, Hash } from "../../runtime/ports/mod.ts";
import type { CheckpointsEngine, StorePorts } from "../property/checkpoints/checkpoints-engine.ts";
import type { Mutant } from "./mutant.ts";

export const CHECKPOINTS_MUTANTS: readonly Mutant<CheckpointsEngine>[] = [
  {
    id: "no-compare-before-replace",
    title: "What stands at a path is not compared again right before it is replaced",
    killedBy: "C13",
    mutate: (engine) => withPorts(engine, (ports) => ({ ...ports, fs: withoutCompare(ports.fs) })),
  },
  {
    id: "blob-trusted-by-name",
    title: "A stored content is taken for what its name says",
    killedBy: "C8",
    mutate: (engine) =>
      withPorts(engine, (ports) => {
        const named = new WeakMap<Uint8Array, string>();
        const blobs: BlobStore = {
          ...ports.blobs,
          async get(sha256) {
            const bytes = await ports.blobs.get(sha256);
            if (bytes !== null) named.set(bytes, sha256);
            return bytes;
          },
        };
        const hash: Hash = { ...ports.hash, sha256: (data) => named.get(data) ?? ports.hash.sha256(data) };
        return { ...ports, blobs, hash };
      }),
  },
  {
    id: "row-before-blob",
    title: "The row is written before the content that it names",
    killedBy: "C10",
    mutate: (engine) =>
      withPorts(engine, (ports) => {
        const waiting: (() => Promise<void>)[] = [];
        const late = (put: BlobStore["put"]): BlobStore["put"] => {
          return async (sha256, data) => void waiting.push(() => put(sha256, data));
        };
        const flush = async () => {
          for (const put of waiting.splice(0)) await put();
        };
        const { blobs, index } = ports;
        return {
          ...ports,
          blobs: {
            ...over(blobs),
            put: late((...args) => blobs.put(...args)),
            putUnsynced: late((...args) => blobs.putUnsynced(...args)),
          },
          index: {
            ...over(index),
            append: async (rows) => {
              await index.append(rows);
              await flush();
            },
            beginRevert: async (revert, rows) => {
              await index.beginRevert(revert, rows);
              await flush();
            },
          },
        };
      }),
  },
  {
    id: "prune-without-grace",
    title: "A prune deletes contents that no row names yet, however young, and whoever stored them does not look again",
    killedBy: "C9",
    mutate: (engine) =>
      withPorts(engine, (ports) => ({
        ...ports,
        blobs: {
          ...over(ports.blobs),
          list: async () => (await ports.blobs.list()).map((blob) => ({ ...blob, storedAt: 0 })),
          delete: (sha256) => ports.blobs.delete(sha256),
          has: async () => true,
        },
      })),
  },
  {
    id: "drift-by-last-write",
    title: "Only what the last write of a turn left is compared",
    killedBy: "C4",
    mutate: (engine) =>
      withPorts(engine, (ports) => ({ ...ports, index: { ...over(ports.index), byTurn: chained(ports.index) } })),
  },
];

function withPorts(engine: CheckpointsEngine, mutate: (ports: StorePorts) => StorePorts): CheckpointsEngine {
  return {
    open: (options = {}) => engine.open({ ...options, wrap: (ports) => mutate(options.wrap?.(ports) ?? ports) }),
  };
}

/** The same calls as an object of its own: what a law has wrapped may be no plain object. */
function over<T extends object>(target: T): T {
  return new Proxy(target, {});
}

function withoutCompare(fs: FileSystem): FileSystem {
  return {
    ...fs,
    writeFile: (path, data, { expectSha256: _, exclusive: __, ...options } = {}) => fs.writeFile(path, data, options),
    stageFile: (path, data, { expectSha256: _, exclusive: __, ...options } = {}) => fs.stageFile(path, data, options),
  };
}

/** Rows of which each begins where the one before it ended. */
function chained(index: CheckpointIndex): CheckpointIndex["byTurn"] {
  return async (turnId) => {
    const rows = await index.byTurn(turnId);
    return rows.map((row, at) => {
      const previous = rows.slice(0, at).findLast(({ relativePath }) => relativePath === row.relativePath);
      if (previous === undefined) return row;
      return { ...row, existed: !previous.deleted, beforeHash: previous.afterHash, beforeSize: previous.afterSize };
    });
  };
}
