/**
 * What finding costs, beside splitting the same file into lines and one native scan of it, in the same run.
 *
 * npm run bench:match -- [--full] [--only REGEXP] [--reps N] [--json]
 *
 * Times are processor time of this process where the host tells it (a busy machine then matters less), else of the wall
 * clock. Without `--full`, files have up to 100,000 lines.
 */
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { type EditMatch, findEditMatch } from "../../runtime/edit/mod.ts";
import { type Goal, goalFor } from "./goals.ts";
import { DISTORTION_NAMES, makeWorkload, PROFILES, type Workload, type WorkloadShape } from "./workloads.ts";

/** Bun splits about twice as fast as Node, so there a search may cost twice the ratio. */
const SPLIT_SPEED = "bun" in process.versions ? 2 : 1;

interface Row {
  readonly name: string;
  readonly ms: number;
  readonly splitMs: number;
  readonly scanMs: number;
  readonly ratio: number;
  readonly outcome: string;
  readonly goal: Goal | undefined;
  readonly isMet: boolean;
}

const { values: options } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    reps: { type: "string", default: "9" },
  },
});

const rows: Row[] = [];
const only = new RegExp(options.only);
for (const shape of shapes(options.full)) {
  const { profile, lines, needleLines, distortion } = shape;
  if (!only.test(`${profile} ${lines} x ${needleLines} ${distortion}`)) continue;
  const row = measure(makeWorkload(shape), Math.max(1, Number(options.reps)));
  rows.push(row);
  console.log(options.json ? JSON.stringify(row) : tableLine(row));
}
const missed = rows.filter((row) => !row.isMet);
const wrong = rows.filter((row) => row.outcome.startsWith("WRONG"));
if (!options.json) {
  console.log(`\n${rows.length} workloads, ${wrong.length} wrong, ${missed.length} over their goal`);
  for (const row of missed) console.log(tableLine(row));
}
process.exitCode = wrong.length > 0 ? 1 : 0;

function* shapes(full: boolean): Generator<WorkloadShape> {
  for (const lines of full ? [1000, 4000, 20_000, 100_000, 1_000_000] : [1000, 4000, 20_000, 100_000]) {
    for (const needleLines of full ? [10, 400, 4000] : [10, 400]) {
      if (needleLines * 2 > lines) continue;
      for (const profile of PROFILES) {
        for (const distortion of DISTORTION_NAMES) {
          const repeats = profile === "code" || ["exact", "shifted", "realigned", "mistyped"].includes(distortion);
          if (repeats) yield { profile, lines, needleLines, distortion };
        }
      }
    }
  }
}

function measure(workload: Workload, reps: number): Row {
  const { content, oldText } = workload;
  const now = (): number => performance.now();
  let match: EditMatch | undefined;
  let sink = 0;
  // Small files are searched often enough for the compiler to have seen them.
  const batch = Math.max(1, Math.round(20_000 / workload.lines));
  const times = { find: [] as number[], split: [] as number[], scan: [] as number[] };
  for (let run = 0; run < 20 * (batch - 1); run++) findEditMatch(content, oldText);
  for (let rep = 0; rep < reps; rep++) {
    times.split.push(timed(batch, () => (sink += content.split("\n").length)));
    times.scan.push(timed(batch, () => (sink += content.indexOf("\u0001zq absent\u0002"))));
    times.find.push(timed(batch, () => (match = findEditMatch(content, oldText, { now, timeBudgetMs: 60_000 }))));
  }
  const [ms, splitMs, scanMs] = [median(times.find), median(times.split), median(times.scan)];
  const goal = goalFor(workload);
  const ratio = ms / splitMs;
  const isMet = goal === undefined || (goal.unit === "ms" ? ms : ratio / SPLIT_SPEED) <= goal.limit;
  return { name: workload.name, ms, splitMs, scanMs, ratio, outcome: outcomeOf(workload, match, sink), goal, isMet };
}

function timed(times: number, work: () => unknown): number {
  const before = processorMs();
  for (let run = 0; run < times; run++) work();
  return (processorMs() - before) / times;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

/** A file that repeats itself may be refused; what is edited must be the block that was meant. */
function outcomeOf({ block, strategy }: Workload, match: EditMatch | undefined, sink: number): string {
  if (match === undefined || Number.isNaN(sink)) return "WRONG: not run";
  if (match.kind === "refused") {
    const isRight = strategy === undefined || match.errorCode === "ambiguous";
    const near = match.closestMatch?.startLine === block?.[0] ? " near" : "";
    return `${isRight ? "" : "WRONG: "}${match.errorCode}${near}`;
  }
  const [found] = match.candidates;
  const isRight = found?.startLine === block?.[0] && found?.endLine === block?.[1];
  return isRight && (strategy === undefined || strategy === match.strategy)
    ? match.strategy
    : `WRONG: ${match.strategy}`;
}

function tableLine({ name, ms, ratio, scanMs, outcome, goal, isMet }: Row): string {
  const wanted = goal === undefined ? "" : `goal ${goal.limit} ${goal.unit}${isMet ? "" : "  OVER"}`;
  return `${name.padEnd(36)} ${ms.toFixed(3).padStart(9)} ms ${ratio.toFixed(2).padStart(7)} x split ${(ms / scanMs).toFixed(0).padStart(5)} x scan  ${outcome.padEnd(24)} ${wanted}`;
}
