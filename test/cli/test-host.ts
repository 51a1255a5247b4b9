import type { Volume } from "memfs";
import { memfs } from "memfs";
import { createFileSystemBlobs } from "../../adapters/blobs/filesystem.ts";
import { systemClock } from "../../adapters/clock/system.ts";
import { createMemoryFileSystem } from "../../adapters/fs/memfs.ts";
import { createFileGrammars } from "../../adapters/grammars/files.ts";
import { nobleHash } from "../../adapters/hash/noble.ts";
import { webCryptoIds } from "../../adapters/ids/web-crypto.ts";
import { createMemoryIndex } from "../../adapters/index/memory.ts";
import { createMemoryMemory } from "../../adapters/memory/memory.ts";
import { main } from "../../runtime/cli/mod.ts";
import { FileSystemError } from "../../runtime/errors.ts";
import type {
  CheckpointIndex,
  EndSignal,
  FileSystem,
  Host,
  MemoryStore,
  PropertyRunner,
  ServeOptions,
} from "../../runtime/ports/mod.ts";

export const CWD = "/work/project";
export const HOME = "/home/mortise";

export interface RunOptions {
  readonly stdin?: string | readonly Uint8Array[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether stdin, stdout and stderr are a terminal. */
  readonly terminal?: boolean;
  readonly confirm?: boolean;
}

export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What the user was asked. */
  readonly questions: readonly string[];
}

/** A server that `serve` started and that has printed its ready line. */
export interface Served {
  readonly options: ServeOptions;
  readonly ready: string;
  terminate(signal: EndSignal): Promise<RunResult>;
}

/** A machine in memory: one disk and one index that all its processes share, and ports that need no socket. */
export class TestMachine {
  readonly volume: Volume = memfs().vol;
  readonly fs: FileSystem = createMemoryFileSystem({ hash: nobleHash, volume: this.volume });
  /** Ports in use, with what answers there. */
  readonly listening = new Map<number, ServeOptions>();
  /** Nothing below it can be made or written, as on a read-only mount. */
  readOnlyFolder: string | null = null;
  /** What every write to stdout fails with. */
  stdoutError: Error | null = null;
  /** The properties this build of the product brings along. */
  properties: PropertyRunner | null = null;
  /** What a damaged index answers instead. */
  indexFaults: Partial<CheckpointIndex> = {};
  /** How far this machine's clock is ahead. */
  aheadMs = 0;
  readonly #indexes = new Map<string, CheckpointIndex>();
  readonly #memories = new Map<string, MemoryStore>();
  #lastPid = 100;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.volume.mkdirSync(CWD, { recursive: true });
    for (const [name, content] of Object.entries(files)) this.volume.writeFileSync(`${CWD}/${name}`, content);
  }

  text(path: string): string {
    return String(this.volume.readFileSync(path.startsWith("/") ? path : `${CWD}/${path}`, "utf8"));
  }

  exists(path: string): boolean {
    return this.volume.existsSync(path);
  }

  /** Runs the command line to its end. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    const process = this.#start(args, options);
    return process.result(await main(process.host));
  }

  /** Starts `serve` and waits for its ready line. */
  serve(args: readonly string[] = [], options: RunOptions = {}): Promise<Served> {
    return this.start(["serve", ...args], options);
  }

  /** Starts a command that serves and waits for its ready line. */
  async start(args: readonly string[], options: RunOptions = {}): Promise<Served> {
    const process = this.#start(args, options);
    const ended = main(process.host).then((code) => process.result(code));
    const early = await Promise.race([ended, process.ready]);
    if (typeof early !== "string")
      throw new Error(`${args[0]} ended with ${early.code}: ${early.stdout}${early.stderr}`);
    const served = process.served();
    if (served === undefined) throw new Error("ready without listening");
    return {
      options: served,
      ready: early,
      terminate(signal) {
        process.terminate(signal);
        return ended;
      },
    };
  }

  #start(args: readonly string[], { stdin = "", env = {}, terminal = false, confirm = false }: RunOptions) {
    const written = { stdout: "", stderr: "" };
    const questions: string[] = [];
    const handlers: ((signal: EndSignal) => void)[] = [];
    const variables: Readonly<Record<string, string>> = { MORTISE_HOME: HOME, ...env };
    let served: ServeOptions | undefined;
    let tellReady = (_line: string) => {};
    const ready = new Promise<string>((resolve) => {
      tellReady = resolve;
    });
    this.#lastPid += 1;
    const { properties } = this;
    const host: Host = {
      runtime: { name: "node", version: "0.0.0-test" },
      args,
      pid: this.#lastPid,
      env: (name) => variables[name],
      envNames: (prefix) => Object.keys(variables).filter((name) => name.startsWith(prefix)),
      cwd: () => CWD,
      isAlive: () => false,
      processStart: () => null,
      stdin: { isTerminal: terminal, chunks: () => chunksOf(stdin) },
      stdout: {
        isTerminal: terminal,
        write: async (text) => {
          if (this.stdoutError) throw this.stdoutError;
          written.stdout += text;
          tellReady(written.stdout);
        },
      },
      stderr: {
        isTerminal: terminal,
        async write(text) {
          written.stderr += text;
        },
      },
      async confirm(question) {
        questions.push(question);
        return confirm;
      },
      clock: { ...systemClock, now: () => systemClock.now() + this.aheadMs },
      ids: webCryptoIds,
      hash: nobleHash,
      fileSystem: (options) =>
        this.#withReadOnlyFolder(createMemoryFileSystem({ hash: nobleHash, volume: this.volume, ...options })),
      openIndex: (path) => this.#openIndex(path),
      openMemory: (path) => this.#openMemory(path),
      openBlobs: (files, folders) => createFileSystemBlobs(files, { ...folders, hash: nobleHash }),
      grammars: createFileGrammars(),
      checkers: { processes: { run: async () => ({ kind: "missing" }) }, typescript: { check: async () => null } },
      ...(properties && { properties: async () => properties }),
      serve: async (options) => {
        const port = options.port === 0 ? 40_000 + this.listening.size : options.port;
        if (this.listening.has(port)) throw Object.assign(new Error("taken"), { code: "EADDRINUSE" });
        this.listening.set(port, options);
        served = options;
        return { port, stop: async () => void this.listening.delete(port) };
      },
      onTerminate: (handler) => void handlers.push(handler),
    };
    return {
      host,
      ready,
      served: () => served,
      result: (code: number): RunResult => ({ code, ...written, questions }),
      terminate: (signal: EndSignal) => {
        for (const handler of handlers) handler(signal);
      },
    };
  }

  #openMemory(path: string): MemoryStore {
    const memory = this.#memories.get(path) ?? createMemoryMemory();
    this.#memories.set(path, memory);
    return memory;
  }

  #withReadOnlyFolder(fs: FileSystem): FileSystem {
    const refuse = (operation: string, path: string) => {
      if (this.readOnlyFolder === null || !path.startsWith(this.readOnlyFolder)) return;
      throw new FileSystemError("EROFS", operation, path);
    };
    return {
      ...fs,
      async writeFile(path, data, options) {
        refuse("writeFile", path);
        return fs.writeFile(path, data, options);
      },
      async mkdir(path, options) {
        refuse("mkdir", path);
        return fs.mkdir(path, options);
      },
    };
  }

  /** The file is there from the first row on, as with a real index. */
  #openIndex(path: string): CheckpointIndex {
    const index = this.#indexes.get(path) ?? createMemoryIndex();
    this.#indexes.set(path, index);
    return {
      ...index,
      merge: (rows, reverts) => {
        this.volume.writeFileSync(path, "rows");
        return index.merge(rows, reverts);
      },
      append: (rows) => {
        this.volume.writeFileSync(path, "rows");
        return index.append(rows);
      },
      ...this.indexFaults,
    };
  }
}

async function* chunksOf(stdin: string | readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  if (typeof stdin !== "string") yield* stdin;
  else if (stdin !== "") yield new TextEncoder().encode(stdin);
}

/** The lines of NDJSON output. */
export function jsonLines(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}
