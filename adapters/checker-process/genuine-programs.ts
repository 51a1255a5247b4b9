import type { CheckerOutcome, CheckerProcesses, CheckerProgram, CheckerRun } from "../../runtime/ports/mod.ts";
import { type FoundProgram, findPrograms } from "./find-program.ts";

/** Runs the program at a path, whatever it is. */
export type RunAt = (path: string, run: CheckerRun) => Promise<CheckerOutcome>;

/**
 * Checkers that are what they are called. A checker that is another program under its name could run the text that it was
 * to read, so each is asked once: for its version, and to check a text that would print something if it were run.
 */
export function genuinePrograms(runAt: RunAt): CheckerProcesses {
  const asked = new Map<string, Promise<Answer>>();

  /** Asked once for each file; a question that was stopped is asked again by the next. */
  function answerOf(found: FoundProgram, run: CheckerRun): Promise<Answer> {
    const key = `${run.program} ${found.identity}`;
    const known = asked.get(key);
    if (known) return known;
    const answer = ask(found.path, run, runAt);
    const forget = () => asked.delete(key);
    answer.then(({ kind }) => kind === "stopped" && forget(), forget);
    asked.set(key, answer);
    return answer;
  }

  return {
    async run(run) {
      if (run.signal.aborted) return { kind: "stopped", reason: "cancelled" };
      for await (const found of findPrograms(run.program)) {
        const asking = performance.now();
        const answer = await answerOf(found, run);
        if (answer.kind === "stopped") return answer;
        if (run.signal.aborted) return { kind: "stopped", reason: "cancelled" };
        const timeoutMs = run.timeoutMs - (performance.now() - asking);
        if (timeoutMs <= 0) return { kind: "stopped", reason: "time" };
        if (answer.isGenuine) return runAt(found.path, { ...run, timeoutMs });
      }
      return { kind: "missing" };
    },
  };
}

type Answer = { readonly kind: "answered"; readonly isGenuine: boolean } | Extract<CheckerOutcome, { kind: "stopped" }>;

interface Identity {
  /** How it prints its version. */
  readonly version: RegExp;
  /** Arguments with which it reads a text from stdin, and one that prints something when it is run. */
  readonly check?: { readonly args: readonly string[]; readonly sample: string };
}

const IDENTITIES: Readonly<Record<CheckerProgram, Identity>> = {
  bash: {
    version: /^GNU bash\b/,
    check: { args: ["--norc", "--noprofile", "-n"], sample: "echo run\n" },
  },
  node: { version: /^v\d+\.\d+\.\d+/, check: { args: ["--check", "-"], sample: 'console.log("run");\n' } },
  // It runs no code, whatever it is given.
  ruff: { version: /^ruff \d/ },
};

async function ask(path: string, run: CheckerRun, runAt: RunAt): Promise<Answer> {
  const { version, check } = IDENTITIES[run.program];
  // One caller's end is not the others'.
  const question = { ...run, cwd: "/", timeoutMs: LONGEST_ASKING_MS, signal: new AbortController().signal };
  const named = await runAt(path, { ...question, args: ["--version"], stdin: "" });
  if (isLate(named)) return named;
  if (named.kind !== "ended" || named.exitCode !== 0 || !version.test(named.stdout)) return NO;
  if (check === undefined) return YES;
  const checked = await runAt(path, { ...question, args: check.args, stdin: check.sample });
  if (isLate(checked)) return checked;
  return checked.kind === "ended" && checked.exitCode === 0 && checked.stdout === "" ? YES : NO;
}

const YES: Answer = { kind: "answered", isGenuine: true };
const NO: Answer = { kind: "answered", isGenuine: false };

function isLate(outcome: CheckerOutcome): outcome is Extract<CheckerOutcome, { kind: "stopped" }> {
  return outcome.kind === "stopped" && outcome.reason === "time";
}

/** A busy machine needs seconds to start a program. */
const LONGEST_ASKING_MS = 20_000;
