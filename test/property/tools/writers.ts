import { type Arbitrary, array, boolean, constant, constantFrom, nat, oneof, record } from "fast-check";
import { foldPath } from "../../../runtime/paths.ts";
import type { FileSystem } from "../../../runtime/ports/mod.ts";
import type { ToolResult } from "../../../runtime/tools/mod.ts";
import { isCount, isFlag, isListOf, isOneOf, isRecordOf } from "../guards.ts";
import { aroundReplace } from "./around-replace.ts";
import { foldingTree } from "./folding-tree.ts";
import { Schedule } from "./schedule.ts";
import type { ToolsEngine } from "./tools-engine.ts";
import { ROOT, type Workspace } from "./workspace.ts";

/** What a writer wants of the one file. */
export const DEEDS = ["insert", "replace", "append", "rewrite"] as const;

export interface Writer {
  readonly deed: (typeof DEEDS)[number];
  readonly spelling: number;
  /** It is called off, at a moment that the schedule chooses. */
  readonly aborts: boolean;
}

export interface WritersCase {
  readonly writers: readonly Writer[];
  /** The tree takes names that differ in case, or in the form of their letters, for one. */
  readonly folds: boolean;
  readonly choices: readonly number[];
}

const COUNT = 6;
const FILE = "d/caf\u00e9";
export const START = "base\nend\n";

const writersWho = (aborts: Arbitrary<boolean>) =>
  array(record({ deed: constantFrom(...DEEDS), spelling: nat(5), aborts }), { minLength: COUNT, maxLength: COUNT });

export const writersCase = record<WritersCase>({
  writers: oneof(writersWho(constant(false)), writersWho(boolean())),
  folds: boolean(),
  choices: array(nat(11), { maxLength: 60, size: "max" }),
});

export const isWritersCase = isRecordOf<WritersCase>({
  writers: isListOf(isRecordOf<Writer>({ deed: isOneOf(DEEDS), spelling: isCount, aborts: isFlag })),
  folds: isFlag,
  choices: isListOf(isCount),
});

export function bucketOf({ writers, folds }: WritersCase): string {
  return `${folds ? "folding" : "plain"} tree, ${writers.some(({ aborts }) => aborts) ? "some called off" : "none called off"}`;
}
export const BUCKETS = ["plain", "folding"].flatMap((tree) =>
  ["some called off", "none called off"].map((aborts) => `${tree} tree, ${aborts}`),
);

export interface Race {
  readonly work: Workspace;
  /** In the order of the writers. */
  readonly results: readonly ToolResult[];
  /** How many writes of the file were under way at once, at most. */
  readonly mostAtOnce: number;
  readonly text: string;
}

/** Lets the writers run against each other as the case says. */
export async function race(tools: ToolsEngine, { writers, folds, choices }: WritersCase): Promise<Race> {
  const schedule = new Schedule(choices);
  const watch = new WriteWatch();
  const seen = (fs: FileSystem) => watch.over(paused(folds ? foldingTree(fs) : fs, schedule));
  const work = await openUnparsed(tools, { [FILE]: START }, seen);
  await work.fs.symlink("d", `${ROOT}/link`);
  const calls = writers.map((writer, number) => {
    const abort = new AbortController();
    if (writer.aborts) void schedule.pause("abort").then(() => abort.abort());
    const who = { sessionId: `s${number}`, turnId: `t${number}`, signal: abort.signal };
    const [tool, args] = callOf(writer, number, folds);
    return work.call(tool, args, who);
  });
  const results = await schedule.run(calls);
  return { work, results, mostAtOnce: watch.most, text: await work.text(FILE) };
}

/** Nobody asks for a parser here, and loading one would be one more thing to wait for. */
export function openUnparsed(
  tools: ToolsEngine,
  files: Record<string, string>,
  wrap: (fs: FileSystem) => FileSystem,
): Promise<Workspace> {
  const syntax = {
    check: async () => ({ kind: "unchecked" as const }),
    find: async () => ({ kind: "missing" as const, symbols: [] }),
    stringLines: async () => new Set<number>(),
  };
  return tools.open({ files, wrap, adjust: (ctx) => ({ ...ctx, syntax }) });
}

/** Every read and write of a file may be overtaken by any other. */
export function paused(fs: FileSystem, schedule: Schedule): FileSystem {
  const seen: FileSystem = {
    ...fs,
    readFile: async (path) => {
      await schedule.pause("read");
      return fs.readFile(path);
    },
  };
  return aroundReplace(seen, async (_, replace) => {
    await schedule.pause("write");
    const outcome = await replace();
    await schedule.pause("written");
    return outcome;
  });
}

/** Counts the writes that are under way. */
export class WriteWatch {
  readonly #writing = new Map<string, number>();
  /** Of one file. */
  most = 0;
  /** Of all files. */
  mostTogether = 0;

  over(fs: FileSystem): FileSystem {
    return aroundReplace(fs, async (path, replace) => {
      this.#count(foldPath(path), 1);
      const outcome = await replace();
      this.#count(foldPath(path), -1);
      return outcome;
    });
  }

  #count(path: string, by: number): void {
    const now = (this.#writing.get(path) ?? 0) + by;
    this.#writing.set(path, now);
    this.most = Math.max(this.most, now);
    this.mostTogether = Math.max(
      this.mostTogether,
      [...this.#writing.values()].reduce((sum, count) => sum + count, 0),
    );
  }
}

const PLAIN = [FILE, `./d//caf\u00e9`, "link/caf\u00e9", `${ROOT}/${FILE}`];
const FOLDED = [...PLAIN, "d/CAF\u00c9", "D/cafe\u0301"];

function callOf({ deed, spelling }: Writer, number: number, folds: boolean): [string, Record<string, unknown>] {
  const names = folds ? FOLDED : PLAIN;
  const path = names[spelling % names.length] ?? FILE;
  switch (deed) {
    case "insert":
      return ["edit_file", { path, insert_line: 0, new_text: `w${number}` }];
    case "replace":
      return ["edit_file", { path, old_text: "base", new_text: `taken by w${number}` }];
    case "append":
      return ["edit_file", { path, old_text: "end", new_text: `w${number}\nend` }];
    case "rewrite":
      return ["write_file", { path, content: `whole w${number}\nend\n` }];
  }
}

/** What a writer makes of the text, or the code it is refused with. */
export function deedOn(text: string, { deed }: Writer, number: number): { text: string } | { refused: string } {
  switch (deed) {
    case "insert":
      return { text: `w${number}\n${text}` };
    case "replace":
      return text.includes("base\n") ? { text: text.replace("base\n", () => `taken by w${number}\n`) } : NOT_FOUND;
    case "append":
      return { text: text.replace(/end\n$/, () => `w${number}\nend\n`) };
    case "rewrite":
      return { text: `whole w${number}\nend\n` };
  }
}

const NOT_FOUND = { refused: "not_found" };
