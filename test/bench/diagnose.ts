/**
 * Warm cost of the checkers on files of about 1,000 lines, on the runtime that runs this:
 *
 *     bun test/bench/diagnose.ts        deno run -A test/bench/diagnose.ts        node dist/test/bench/diagnose.js
 *
 * `clean` is an edit that leaves nothing wrong, so the text after is read and no other; `broken` reads both. Median and best
 * of the runs after the first three: for checkers of the core in milliseconds of processor time of this process, so that other
 * work on the machine does not count; for programs in milliseconds passed. `load` is the first call, in milliseconds
 * passed. Ends with 1 when the best clean run of a checker of the core is over its goal.
 */
import process from "node:process";
import { systemClock } from "../../adapters/clock/system.ts";
import { CHECKERS, diagnose } from "../../runtime/diagnostics/mod.ts";
import { hostName } from "../adapters/host.ts";
import { ROOT, toolsFor } from "../diagnostics/checker-tools.ts";
import { mistakes } from "../diagnostics/corpus.ts";
import { median, rounded } from "./statistics.ts";

const LINES = 1000;
const RUNS = 25;
const GOAL_MS = 30;
const RUFF_GOAL_MS = 120;

const BREAKAGE: Readonly<Record<string, string>> = {
  json: "{,",
  yaml: "\na: [",
  toml: "\n= 1",
  "python-grammar": "\nx = = 1\n",
  "ruff-wasm": "\nx = = 1\n",
};

const rows: Record<string, Record<string, string | number>> = {};
let isSlow = false;

for (const { name, needs } of CHECKERS) {
  if (name === "ruff" || needs === "a worker") continue;
  const text = longText(name);
  if (text === null) throw new Error(`no text for ${name}`);
  const tools = await toolsFor(name);
  const check = async (after: string) => {
    const subject = { path: `${ROOT}/${text.file}`, root: ROOT, before: text.text, after };
    const diagnosis = await diagnose(subject, tools, {
      clock: systemClock,
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    });
    if (diagnosis.kind === "unchecked") throw new Error(`${name}: ${diagnosis.reason}`);
    if (diagnosis.block.checker !== name) throw new Error(`${name}: ${diagnosis.block.checker} ran`);
    return diagnosis.block.new_count;
  };
  const started = performance.now();
  await check(`${text.text}\n`);
  const load = performance.now() - started;
  const isProgram = needs === "a program in PATH";
  const clean = await timed((at) => check(text.text + "\n".repeat(2 + (at % 7))), isProgram);
  const broken = await timed((at) => check(text.text + text.breakage + "\n".repeat(at % 7)), isProgram);
  const goal = isProgram ? null : name === "ruff-wasm" ? RUFF_GOAL_MS : GOAL_MS;
  isSlow ||= goal !== null && clean.best > goal;
  rows[name] = {
    lines: text.text.split("\n").length,
    "load ms": Math.round(load),
    clean: clean.median,
    "clean best": clean.best,
    broken: broken.median,
    "broken best": broken.best,
    goal: goal ?? "-",
    of: isProgram ? "wall" : "cpu",
  };
}
console.log(`${hostName}`);
console.table(rows);
if (isSlow) console.error("over the goal");
process.exitCode = isSlow ? 1 : 0;

/** The text before the first mistake of the corpus that the checker finds, one copy after the other. */
function longText(checker: string): { readonly file: string; readonly text: string; readonly breakage: string } | null {
  const first = mistakes()
    .flatMap(({ cases }) => cases)
    .find(({ found }) => (found[checker]?.length ?? 0) > 0);
  if (first === undefined) return null;
  const piece = first.before.trimEnd();
  const times = Math.ceil(LINES / piece.split("\n").length);
  return { file: first.file, text: repeated(checker, piece, times), breakage: BREAKAGE[checker] ?? "\n)" };
}

function repeated(checker: string, piece: string, times: number): string {
  const lines = (line: (at: number) => string) => Array.from({ length: LINES }, (_, at) => line(at)).join("\n");
  if (checker === "json")
    return `{\n${lines((at) => `  "key_${at}": {"a": [${at}, true], "b": "text"}`)
      .split("\n")
      .join(",\n")}\n}`;
  if (checker === "yaml")
    return `jobs:\n${Array.from({ length: 250 }, (_, at) => `  job${at}:\n    runs-on: ubuntu\n    steps:\n      - run: [test]`).join("\n")}`;
  if (checker === "toml") return lines((at) => `key_${at} = { a = [${at}, true], b = "text" }`);
  const body = checker === "php" ? piece.split("<?php\n").join("") : checker === "go" ? bodyOfGo(piece) : piece;
  const head = piece.slice(0, Math.max(0, piece.indexOf(body)));
  // Modules may declare a name once, so each copy has a block of its own.
  const copies = Array.from({ length: times }, () => (checker === "node --check" ? `{\n${body}\n}` : body));
  return `${head}${copies.join("\n")}\n`;
}

/** Go's package clause and imports stand once. */
function bodyOfGo(piece: string): string {
  return piece.slice(piece.search(/^func /m));
}

async function timed(run: (at: number) => Promise<unknown>, isWall: boolean) {
  const times: number[] = [];
  for (let at = 0; at < RUNS; at += 1) {
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    await run(at);
    const { user, system } = process.cpuUsage(cpu);
    times.push(isWall ? performance.now() - started : (user + system) / 1000);
  }
  const warm = times.slice(3);
  return { median: rounded(median(warm)), best: rounded(Math.min(...warm)) };
}
