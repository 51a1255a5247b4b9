import { main } from "../../runtime/cli/mod.ts";
import type { Host, RunningServer, ServeOptions } from "../../runtime/ports/mod.ts";
import { createFileSystemBlobs } from "../blobs/filesystem.ts";
import { systemClock } from "../clock/system.ts";
import { createDenoFileSystem } from "../fs/deno.ts";
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

const host: Host = {
  runtime: { name: "deno", version: Deno.version.deno },
  args: Deno.args,
  pid: Deno.pid,
  env: (name) => Deno.env.get(name),
  envNames: (prefix) => Object.keys(Deno.env.toObject()).filter((name) => name.startsWith(prefix)),
  cwd: () => Deno.cwd(),
  isAlive,
  processStart,
  stdin: { isTerminal: Deno.stdin.isTerminal(), chunks: stdinChunks },
  stdout: { isTerminal: Deno.stdout.isTerminal(), write: (text) => write(Deno.stdout, text) },
  stderr: { isTerminal: Deno.stderr.isTerminal(), write: (text) => write(Deno.stderr, text) },
  confirm: ask,
  progress: drawProgress,
  clock: systemClock,
  ids: webCryptoIds,
  hash: nodeHash,
  fileSystem: (options) => createDenoFileSystem({ hash: nodeHash, ...options }),
  openIndex: openLibsqlIndex,
  grammars: createFileGrammars(),
  checkers: lazyCheckers(async () => (await import("../checker-process/deno.ts")).createDenoCheckerProcesses()),
  openMemory: openLibsqlMemory,
  openBlobs: (files, folders) => createFileSystemBlobs(files, { ...folders, hash: nodeHash }),
  dataFolder: dataFolder(),
  properties: async () => (await import("../../test/property/mod.ts")).propertyRunner,
  pageFolders: PAGE_FOLDERS,
  serve,
  onTerminate(handler) {
    for (const signal of END_SIGNALS) Deno.addSignalListener(signal, () => handler(signal));
  },
};

async function serve({ hostname, port, fetch }: ServeOptions): Promise<RunningServer> {
  const server = Deno.serve({ hostname, port, onListen: () => {} }, fetch);
  return {
    port: server.addr.port,
    async stop(graceMs) {
      // A server that is shutting down cannot be aborted as well; what outlasts the deadline ends with the process.
      let deadline: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((resolve) => {
        deadline = setTimeout(resolve, graceMs);
      });
      await Promise.race([server.shutdown(), late]);
      clearTimeout(deadline);
    },
  };
}

async function* stdinChunks(): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(64 * 1024);
  for (;;) {
    const length = await Deno.stdin.read(buffer);
    if (length === null) return;
    yield buffer.slice(0, length);
  }
}

/** A write may take only a part. */
async function write(stream: { write(bytes: Uint8Array): Promise<number> }, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let done = 0; done < bytes.length; ) done += await stream.write(bytes.subarray(done));
}

Deno.exit(await main(host));
