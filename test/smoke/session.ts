import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type CliResult, runCli } from "./cli-process.ts";
import type { RuntimeName } from "./runtimes.ts";
import { type Answer, type Caller, type ServerProcess, startServer } from "./server-process.ts";
import { copyPackages, hashFile, hashOf, hashTree, makeScratch } from "./tree.ts";

/**
 * A server over a copy of real sources, and a book of what every file there must hold: as copied, except where the
 * session has said otherwise through one of the `expect` methods.
 */
export interface Session {
  readonly root: string;
  readonly home: string;
  /** The server of the moment; there is none between `stop` and `start`. */
  readonly server: ServerProcess;
  start(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Answers the exit code. */
  stop(): Promise<number | null>;
  cli(...args: string[]): Promise<CliResult>;
  text(file: string): Promise<string>;
  readFile(file: string): Promise<Answer>;
  /** In no turn unless one is given. */
  edit(file: string, oldText: string, newText: string, turn?: string): Promise<Answer>;
  writeFile(file: string, content: string, turn: string): Promise<Answer>;
  /** Somebody else with an editor of their own. Answers the new text. */
  changeOutside(file: string, change: (text: string) => string): Promise<string>;
  /** From here on the file must hold this text. */
  expectText(file: string, text: string): Promise<void>;
  /** From here on the file must be as it was copied, its mode too. */
  expectOriginal(file: string): Promise<void>;
  /** Every file of the tree against the book. */
  expectWholeTree(): Promise<void>;
  end(): Promise<void>;
}

const AGENT = "agent";

export async function openSession(runtime: RuntimeName): Promise<Session> {
  const scratch = await makeScratch();
  await copyPackages(scratch.root);
  const original = await hashTree(scratch.root);
  const book = new Map(original);
  let running: ServerProcess | null = null;

  const pathOf = (file: string) => join(scratch.root, file);
  const text = (file: string) => readFile(pathOf(file), "utf8");
  const current = () => {
    if (running === null) throw new Error("the session has no server at this point");
    return running;
  };
  const call = (tool: string, args: Record<string, unknown>, turn?: string) => {
    const caller: Caller = { session: AGENT, ...(turn === undefined ? {} : { turn }) };
    return current().call(tool, args, caller);
  };
  const expectText = async (file: string, wanted: string) => {
    const mode = book.get(file)?.split(" ")[0] ?? "644";
    book.set(file, hashOf(new TextEncoder().encode(wanted), Number.parseInt(mode, 8)));
    expect(await text(file)).toBe(wanted);
  };
  const stop = async () => {
    const exitCode = await current().stop();
    running = null;
    return exitCode;
  };

  return {
    ...scratch,
    get server() {
      return current();
    },
    async start(env = {}) {
      running = await startServer({ runtime, root: scratch.root, home: scratch.home, env });
    },
    stop,
    cli: (...args) => runCli(runtime, args, { home: scratch.home }),
    text,
    readFile: (file) => call("read_file", { path: file }),
    edit: (file, oldText, newText, turn) =>
      call("edit_file", { path: file, old_text: oldText, new_text: newText }, turn),
    writeFile: (file, content, turn) => call("write_file", { path: file, content }, turn),
    async changeOutside(file, change) {
      const changed = change(await text(file));
      await writeFile(pathOf(file), changed);
      await expectText(file, changed);
      return changed;
    },
    expectText,
    async expectOriginal(file) {
      const hash = original.get(file) ?? "no such file";
      book.set(file, hash);
      expect(await hashFile(pathOf(file))).toBe(hash);
    },
    async expectWholeTree() {
      expect(await hashTree(scratch.root)).toEqual(book);
    },
    async end() {
      await running?.stop();
      await scratch.remove();
    },
  };
}
