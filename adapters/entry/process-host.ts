import process from "node:process";
import { isatty } from "node:tty";
import type { Host, RunningServer, ServeOptions } from "../../runtime/ports/mod.ts";
import { createFileSystemBlobs } from "../blobs/filesystem.ts";
import { systemClock } from "../clock/system.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { createFileGrammars } from "../grammars/files.ts";
import { nodeHash } from "../hash/node.ts";
import { webCryptoIds } from "../ids/web-crypto.ts";
import { ask } from "./ask.ts";
import { dataFolder } from "./data-folder.ts";
import { drawProgress } from "./draw-progress.ts";
import { END_SIGNALS } from "./end-signals.ts";
import { isAlive } from "./is-alive.ts";
import { lazyCheckers } from "./lazy-checkers.ts";
import { openLibsqlIndex } from "./lazy-index.ts";
import { openLibsqlMemory } from "./lazy-memory.ts";
import { PAGE_FOLDERS } from "./page-folders.ts";
import { processStart } from "./process-start.ts";

/** The process as Node and Bun both show it; they differ in how they serve. */
export function processHost(runtime: Host["runtime"], serve: (options: ServeOptions) => Promise<RunningServer>): Host {
  return {
    runtime,
    args: process.argv.slice(2),
    pid: process.pid,
    env: (name) => process.env[name],
    envNames: (prefix) => Object.keys(process.env).filter((name) => name.startsWith(prefix)),
    cwd: () => process.cwd(),
    isAlive,
    processStart,
    stdin: { isTerminal: isatty(0), chunks: stdinChunks },
    stdout: { isTerminal: isatty(1), write: (text) => write(process.stdout, text) },
    stderr: { isTerminal: isatty(2), write: (text) => write(process.stderr, text) },
    confirm: ask,
    progress: drawProgress,
    clock: systemClock,
    ids: webCryptoIds,
    hash: nodeHash,
    fileSystem: (options) => createNodeFileSystem({ hash: nodeHash, ...options }),
    openIndex: openLibsqlIndex,
    grammars: createFileGrammars(),
    checkers: lazyCheckers(async () => (await import("../checker-process/node.ts")).createNodeCheckerProcesses()),
    openMemory: openLibsqlMemory,
    openBlobs: (files, folders) => createFileSystemBlobs(files, { ...folders, hash: nodeHash }),
    dataFolder: dataFolder(),
    properties: async () => (await import("../../test/property/mod.ts")).propertyRunner,
    pageFolders: PAGE_FOLDERS,
    serve,
    onTerminate(handler) {
      // Kept for good: npm passes a signal of the terminal on a second time, which must not cut the orderly end short.
      for (const signal of END_SIGNALS) process.on(signal, () => handler(signal));
    },
  };
}

async function* stdinChunks(): AsyncGenerator<Uint8Array> {
  for await (const chunk of process.stdin) yield chunk;
}

/** Resolves when the text has left the process, so that ending it afterwards cuts nothing off. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without a listener a closed pipe would end the process before the callback tells.
    if (stream.listenerCount("error") === 0) stream.on("error", () => {});
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
