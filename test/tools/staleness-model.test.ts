import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileSystem } from "../../runtime/ports/mod.ts";
import { openWorkspace, ROOT, type Workspace } from "./workspace.ts";

type Verdict = "ok" | "never_read" | "stale" | "gone";
type Mode = "off" | "warn" | "enforce";

const SESSIONS = ["s1", "s2"] as const;
/** Spellings of two files. */
const SPELLINGS = { a: ["d/a", "./d//a", "link/a", `${ROOT}/d/a`, "short"], b: ["d/b", "link/b"] } as const;
type File = keyof typeof SPELLINGS;

/** What stands where, and what each session saw: the whole of the rule. */
interface Model {
  readonly mode: Mode;
  readonly files: Map<File, string>;
  readonly seen: Map<string, string>;
}

interface Real {
  readonly work: Workspace;
}

function verdictOf({ files, seen }: Model, session: string, file: File): Verdict {
  const [saw, now] = [seen.get(`${session} ${file}`), files.get(file)];
  if (saw === undefined) return now === undefined ? "ok" : "never_read";
  if (now === undefined) return "gone";
  return saw === now ? "ok" : "stale";
}

type Step = fc.AsyncCommand<Model, Real>;

const at = (file: File, spelling: number) => SPELLINGS[file][spelling % SPELLINGS[file].length] ?? `d/${file}`;

interface Look {
  readonly session: string;
  readonly file: File;
  readonly spelling: number;
}

function read({ session, file, spelling }: Look, isPartial: boolean, byView: boolean): Step {
  const path = at(file, spelling);
  return {
    check: (model) => (model.files.get(file) ?? "") !== "",
    async run(model, { work }) {
      const call = byView
        ? work.call("edit_file", { path, command: "view", view_range: isPartial ? [1, 1] : [] }, { sessionId: session })
        : work.call("read_file", { path, limit: isPartial ? 1 : 0 }, { sessionId: session });
      expect(await call).toMatchObject({ success: true });
      model.seen.set(`${session} ${file}`, model.files.get(file) ?? "");
    },
    toString: () => `${session} ${byView ? "views" : "reads"} ${path}${isPartial ? " in part" : ""}`,
  };
}

/** Writes as a session, and looks at what the guard says of it. */
function write({ session, file, spelling }: Look, content: string, isDry: boolean): Step {
  const path = at(file, spelling);
  return {
    check: (model) => model.files.get(file) !== content,
    async run(model, { work }) {
      const verdict = verdictOf(model, session, file);
      const result = await work.call("write_file", { path, content, dry_run: isDry }, { sessionId: session });
      const block = Object(result.data).read_before_edit;
      expect(block?.verdict ?? "ok").toBe(model.mode === "off" ? "ok" : verdict);
      const passes = model.mode !== "enforce" || verdict === "ok";
      expect(result.success).toBe(passes);
      if (!result.success) expect(result.error_code).toBe(verdict);
      if (passes && !isDry) {
        model.files.set(file, content);
        model.seen.set(`${session} ${file}`, content);
      }
      expect(await textOf(work, file)).toBe(model.files.get(file));
    },
    toString: () => `${session} writes ${JSON.stringify(content)} to ${path}${isDry ? ", dry" : ""}`,
  };
}

function foreignWrite(file: File, content: string | null): Step {
  return {
    check: () => true,
    async run(model, { work }) {
      if (content === null) {
        await work.fs.rm(`${ROOT}/d/${file}`, { force: true });
        model.files.delete(file);
      } else {
        await work.put(`d/${file}`, content);
        model.files.set(file, content);
      }
    },
    toString: () => (content === null ? `${file} is deleted` : `${file} becomes ${JSON.stringify(content)}`),
  };
}

/** One file takes the other's place, with its time and all. */
function rename(from: File): Step {
  const to = from === "a" ? "b" : "a";
  return {
    check: (model) => model.files.has(from),
    async run(model, { work }) {
      await work.fs.rename(`${ROOT}/d/${from}`, `${ROOT}/d/${to}`);
      model.files.set(to, model.files.get(from) ?? "");
      model.files.delete(from);
    },
    toString: () => `${from} is renamed to ${to}`,
  };
}

function shell(session: string): Step {
  return {
    check: () => true,
    async run(model, { work }) {
      work.runtime.contextFor({ surface: "http" }).fileState.forgetSession(session);
      for (const file of Object.keys(SPELLINGS)) model.seen.delete(`${session} ${file}`);
    },
    toString: () => `${session} runs a shell`,
  };
}

async function textOf(work: Workspace, file: File): Promise<string | undefined> {
  return (await work.fs.lstat(`${ROOT}/d/${file}`)) === null ? undefined : work.text(`d/${file}`);
}

const session = fc.constantFrom(...SESSIONS);
const file = fc.constantFrom<File>("a", "b");
const look = fc.record({ session, file, spelling: fc.nat(4) });
/** Equal sizes are frequent, so that time and size alone would tell nothing. */
const content = fc.constantFrom("1\n", "2\n", "3\n", "long\n");

const steps = fc.commands(
  [
    fc.tuple(look, fc.boolean(), fc.boolean()).map((args) => read(...args)),
    fc.tuple(look, content, fc.boolean()).map((args) => write(...args)),
    fc.tuple(file, fc.option(content)).map((args) => foreignWrite(...args)),
    file.map(rename),
    session.map(shell),
  ],
  { maxCommands: 30 },
);

/** A time that stands still (restored after every write), or one that never says the same twice (touched all the time). */
const clocks = fc.constantFrom("still", "restless");

function withTimes(clock: string): (fs: FileSystem) => FileSystem {
  let last = 0n;
  const next = () => {
    if (clock === "restless") last += 1n;
    return last;
  };
  return (fs) => ({
    ...fs,
    lstat: async (path) => {
      const stat = await fs.lstat(path);
      return stat && { ...stat, mtimeNs: next() };
    },
  });
}

describe("what a session is said to know of a file", () => {
  test("is what it last saw of the content, whatever the time, the spelling or the part that was read", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom<Mode>("off", "warn", "enforce"), clocks, steps, async (mode, clock, run) => {
        const setUp = async () => {
          const work = await openWorkspace({
            files: { "d/x": "" },
            coding: { read_before_edit: mode },
            wrap: withTimes(clock),
          });
          await work.fs.symlink("d", `${ROOT}/link`);
          await work.fs.symlink("d/a", `${ROOT}/short`);
          const model: Model = { mode, files: new Map(), seen: new Map() };
          return { model, real: { work } };
        };
        const prepared = await setUp();
        await fc.asyncModelRun(() => prepared, run);
      }),
      { numRuns: 30 },
    );
  });
});
