import { array, boolean, constantFrom, nat, oneof, option, record } from "fast-check";
import type { FileSystem } from "../../../runtime/ports/mod.ts";
import type { ToolResult } from "../../../runtime/tools/mod.ts";
import { type Guard, isCount, isFlag, isListOf, isNullOr, isOneOf, isRecordOf, isText } from "../guards.ts";
import type { ToolsEngine } from "./tools-engine.ts";
import { ROOT, type Workspace } from "./workspace.ts";

/** What happens to two files, in order. A step that makes no sense where it stands is passed over. */
export type Step = Read | Write | Foreign | Rename | Shell;

export interface Look {
  readonly session: SessionName;
  readonly file: FileName;
  /** Which of the file's names is used. */
  readonly spelling: number;
}
export interface Read extends Look {
  readonly does: "read";
  readonly isPartial: boolean;
  readonly byView: boolean;
}
export interface Write extends Look {
  readonly does: "write";
  readonly content: string;
  readonly isDry: boolean;
}
/** Somebody else writes the file, or with `null` deletes it. */
export interface Foreign {
  readonly does: "foreign";
  readonly file: FileName;
  readonly content: string | null;
}
/** The file takes the other's place, with its time and all. */
export interface Rename {
  readonly does: "rename";
  readonly from: FileName;
}
/** The session runs something that may have changed any file. */
export interface Shell {
  readonly does: "shell";
  readonly session: SessionName;
}

export const SESSIONS = ["s1", "s2"] as const;
export const FILES = ["a", "b"] as const;
export const MODES = ["off", "warn", "enforce"] as const;
/** A time that stands still (restored after every write), or one that never says the same twice (touched all the time). */
export const CLOCKS = ["still", "restless"] as const;
export type SessionName = (typeof SESSIONS)[number];
export type FileName = (typeof FILES)[number];
export type Mode = (typeof MODES)[number];
export type FileClock = (typeof CLOCKS)[number];
export type Verdict = "ok" | "never_read" | "stale" | "gone";

export interface StalenessCase {
  readonly mode: Mode;
  readonly clock: FileClock;
  readonly steps: readonly Step[];
}

const SPELLINGS: { readonly [File in FileName]: readonly string[] } = {
  a: ["d/a", "./d//a", "link/a", `${ROOT}/d/a`, "short"],
  b: ["d/b", "link/b"],
};

/** One session and one file come up more often, so that what happens to them builds up. */
const session = constantFrom(SESSIONS[0], ...SESSIONS);
const file = constantFrom(FILES[0], FILES[0], ...FILES);
/** Equal sizes are frequent, so that time and size alone would tell nothing; and a part is less than the whole. */
export const content = constantFrom("1\n-\n", "2\n-\n", "3\n-\n", "long\n-\n");
export const look = record({ session, file, spelling: nat(4) });
export const mode = constantFrom(...MODES);
export const clock = constantFrom(...CLOCKS);

const read = record({ session, file, spelling: nat(4), isPartial: boolean(), byView: boolean() }).map(
  (step): Read => ({ does: "read", ...step }),
);
const write = record({ session, file, spelling: nat(4), content, isDry: boolean() }).map(
  (step): Write => ({ does: "write", ...step }),
);
const foreign = record({ file, content: option(content) }).map((step): Foreign => ({ does: "foreign", ...step }));
const rename = file.map((from): Rename => ({ does: "rename", from }));
const shell = session.map((session): Shell => ({ does: "shell", session }));
const step = oneof(
  { weight: 3, arbitrary: read },
  { weight: 3, arbitrary: write },
  { weight: 3, arbitrary: foreign },
  { weight: 1, arbitrary: rename },
  { weight: 1, arbitrary: shell },
);
/** A read that is overtaken: what the rule is for, and what single steps seldom come to. */
const overtaken = record({ read, content, since: option(content), write }).map(({ read, content, since, write }) => {
  const foreign = (text: string | null): Foreign => ({ does: "foreign", file: read.file, content: text });
  const late: Write = { ...write, session: read.session, file: read.file };
  return [foreign(content), read, foreign(since), late];
});
const parts = oneof(
  { weight: 4, arbitrary: step.map((single): Step[] => [single]) },
  { weight: 1, arbitrary: overtaken },
);
export const steps = array(parts, { maxLength: 8, size: "max" }).map((some) => some.flat());

const LOOK = { session: isOneOf(SESSIONS), file: isOneOf(FILES), spelling: isCount };
const STEPS: readonly Guard<Step>[] = [
  isRecordOf<Read>({ does: isOneOf(["read"]), ...LOOK, isPartial: isFlag, byView: isFlag }),
  isRecordOf<Write>({ does: isOneOf(["write"]), ...LOOK, content: isText, isDry: isFlag }),
  isRecordOf<Foreign>({ does: isOneOf(["foreign"]), file: isOneOf(FILES), content: isNullOr(isText) }),
  isRecordOf<Rename>({ does: isOneOf(["rename"]), from: isOneOf(FILES) }),
  isRecordOf<Shell>({ does: isOneOf(["shell"]), session: isOneOf(SESSIONS) }),
];
export const isStep: Guard<Step> = (value): value is Step => STEPS.some((guard) => guard(value));
export const isStalenessCase = isRecordOf<StalenessCase>({
  mode: isOneOf(MODES),
  clock: isOneOf(CLOCKS),
  steps: isListOf(isStep),
});

/** A step that makes sense where it stands, with what the rule says of it. */
export interface Foretold {
  readonly step: Step;
  /** For a write: what the session must be told of the file. */
  readonly verdict: Verdict;
  /** Whether the step goes through. */
  readonly passes: boolean;
  /** The files afterwards. */
  readonly files: ReadonlyMap<FileName, string>;
}

/** The whole of the rule: what stands where, and what each session last saw of the content. */
export function foretell({ mode, steps }: Pick<StalenessCase, "mode" | "steps">): readonly Foretold[] {
  const files = new Map<FileName, string>();
  const seen = new Map<string, string>();
  const told: Foretold[] = [];
  for (const step of steps) {
    const verdict = step.does === "write" ? verdictOf(files, seen, step) : "ok";
    const passes = mode !== "enforce" || verdict === "ok";
    if (!takePlace(files, seen, step, passes)) continue;
    told.push({ step, verdict, passes, files: new Map(files) });
  }
  return told;
}

function verdictOf(files: ReadonlyMap<FileName, string>, seen: ReadonlyMap<string, string>, look: Look): Verdict {
  const [saw, now] = [seen.get(`${look.session} ${look.file}`), files.get(look.file)];
  if (saw === undefined) return now === undefined ? "ok" : "never_read";
  if (now === undefined) return "gone";
  return saw === now ? "ok" : "stale";
}

/** @returns False when the step makes no sense here. */
function takePlace(files: Map<FileName, string>, seen: Map<string, string>, step: Step, passes: boolean): boolean {
  if (step.does === "shell") {
    for (const file of FILES) seen.delete(`${step.session} ${file}`);
    return true;
  }
  if (step.does === "rename") {
    const moved = files.get(step.from);
    if (moved === undefined) return false;
    files.delete(step.from);
    files.set(otherFile(step.from), moved);
    return true;
  }
  const now = files.get(step.file);
  if (step.does === "foreign") {
    if (step.content === null) files.delete(step.file);
    else files.set(step.file, step.content);
    return true;
  }
  const key = `${step.session} ${step.file}`;
  if (step.does === "read") {
    if (now === undefined) return false;
    seen.set(key, now);
    return true;
  }
  if (now === step.content) return false;
  if (passes && !step.isDry) {
    files.set(step.file, step.content);
    seen.set(key, step.content);
  }
  return true;
}

function otherFile(file: FileName): FileName {
  return file === "a" ? "b" : "a";
}

/** What a write was answered, and what it left. */
export interface Told {
  readonly step: Write;
  readonly verdict: Verdict;
  readonly success: boolean;
  readonly errorCode: string | null;
  /** The content of the file afterwards. */
  readonly left: string | null;
}

/** Carries the steps out and gives each write's answer to `onWrite`, beside what the rule says. */
export async function carryOut(
  tools: ToolsEngine,
  run: StalenessCase,
  onWrite: (told: Told, foretold: Foretold) => void,
): Promise<void> {
  const work = await tools.open({
    files: { "d/x": "" },
    coding: { read_before_edit: run.mode },
    wrap: withTimes(run.clock),
  });
  await work.fs.symlink("d", `${ROOT}/link`);
  await work.fs.symlink("d/a", `${ROOT}/short`);
  for (const foretold of foretell(run)) {
    const { step } = foretold;
    const result = await carryOutStep(work, step);
    if (step.does !== "write" || result === null) continue;
    onWrite({ step, ...answerOf(result), left: await textOf(work, step.file) }, foretold);
  }
}

/** The answers to all writes. */
export async function toldOf(tools: ToolsEngine, run: StalenessCase): Promise<readonly Told[]> {
  const all: Told[] = [];
  await carryOut(tools, run, (told) => all.push(told));
  return all;
}

async function carryOutStep(work: Workspace, step: Step): Promise<ToolResult | null> {
  switch (step.does) {
    case "shell":
      work.context({ sessionId: step.session }).fileState.forgetSession(step.session);
      return null;
    case "rename":
      await work.fs.rename(`${ROOT}/d/${step.from}`, `${ROOT}/d/${otherFile(step.from)}`);
      return null;
    case "foreign":
      if (step.content === null) await work.fs.rm(`${ROOT}/d/${step.file}`, { force: true });
      else await work.put(`d/${step.file}`, step.content);
      return null;
    case "read": {
      const path = nameOf(step);
      const [tool, args] = step.byView
        ? ["edit_file", { path, command: "view", view_range: step.isPartial ? [1, 1] : [] }]
        : ["read_file", { path, limit: step.isPartial ? 1 : 0 }];
      return work.call(String(tool), args, { sessionId: step.session });
    }
    case "write": {
      const args = { path: nameOf(step), content: step.content, dry_run: step.isDry };
      return work.call("write_file", args, { sessionId: step.session });
    }
  }
}

function nameOf({ file, spelling }: Look): string {
  const spellings = SPELLINGS[file];
  return spellings[spelling % spellings.length] ?? `d/${file}`;
}

function answerOf(result: ToolResult): Pick<Told, "verdict" | "success" | "errorCode"> {
  const { read_before_edit: block }: { read_before_edit?: { verdict?: Verdict } } = { ...result.data };
  return {
    verdict: block?.verdict ?? "ok",
    success: result.success,
    errorCode: result.success ? null : result.error_code,
  };
}

async function textOf(work: Workspace, file: FileName): Promise<string | null> {
  return (await work.fs.lstat(`${ROOT}/d/${file}`)) === null ? null : work.text(`d/${file}`);
}

function withTimes(clock: FileClock): (fs: FileSystem) => FileSystem {
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

/** The strongest thing that the writes of a case meet, for the distribution. */
export function bucketOf(run: StalenessCase): string {
  const verdicts = foretell(run).flatMap(({ step, verdict }) => (step.does === "write" ? [verdict] : []));
  const met = (["stale", "gone", "never_read", "ok"] as const).find((verdict) => verdicts.includes(verdict));
  return `${run.mode}, ${met ?? "nothing written"}`;
}
