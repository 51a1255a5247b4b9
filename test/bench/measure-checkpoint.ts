import { execFile } from "node:child_process";
import { mkdir, mkdtemp, open, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type BenchStore, openBenchStore } from "./checkpoint-store.ts";
import { median, rounded } from "./statistics.ts";

export interface CheckpointBenchOptions {
  /** The speed of its disk is part of what is measured. */
  readonly folder: string;
  readonly samples: number;
  /** Rows and blobs of the large store. */
  readonly rows: number;
  readonly gitFiles: number;
  readonly revertFiles: number;
  /** Of a few contents, again and again. */
  readonly captures: number;
}

export interface Goal {
  readonly what: string;
  readonly measured: number;
  readonly goal: string;
  readonly met: boolean;
}

export interface CheckpointMeasurement {
  readonly goals: readonly Goal[];
}

/** Rounds that are run and not counted. */
const WARMUP = 20;
const SMALL_ROWS = 100;

/** Throws when an edit is not checkpointed or a file does not come back: what is measured must have happened. */
export async function measureCheckpoints(options: CheckpointBenchOptions): Promise<CheckpointMeasurement> {
  const folder = await realpath(await mkdtemp(join(options.folder, "mortise-bench-")));
  try {
    const edits = await measureEdits(folder, options);
    const append = await measureAppends(folder, options.samples);
    const git = await measureGit(folder, options);
    const again = await measureCapturesAgain(folder, options.captures);
    const revertMs = await measureRevert(folder, options.revertFiles);
    const { full, normal, fullLarge, normalLarge } = edits;
    return {
      goals: [
        atMost("edit, full, p50 ms", full, 3.5),
        atMost("edit, normal, p50 ms", normal, 1.5),
        atMost(`edit, full, ${options.rows} rows over ${SMALL_ROWS} rows`, fullLarge / full, 1.25),
        atMost(`edit, normal, ${options.rows} rows over ${SMALL_ROWS} rows`, normalLarge / normal, 1.25),
        atMost("edit, full, in durable 4 KB appends", full / append, 10),
        atLeast("git snapshot over edit, full", git / full, 20),
        atLeast("git snapshot over edit, normal", git / normal, 60),
        atMost(`p95 of the last tenth of ${options.captures} captures of 100 x 1 MiB over the second`, again, 1.25),
        atMost(`revert of ${options.revertFiles} files of 8 KB, full, ms`, revertMs, 1500),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function atMost(what: string, measured: number, limit: number): Goal {
  return { what, measured: rounded(measured), goal: `<= ${limit}`, met: measured <= limit };
}

function atLeast(what: string, measured: number, limit: number): Goal {
  return { what, measured: rounded(measured), goal: `>= ${limit}`, met: measured >= limit };
}

/** The four stores take turns, so that a busy moment of the machine falls on all of them. */
async function measureEdits(folder: string, { samples, rows }: CheckpointBenchOptions) {
  const stores = {
    full: await openBenchStore(join(folder, "full"), { durability: "full", rows: SMALL_ROWS }),
    normal: await openBenchStore(join(folder, "normal"), { durability: "normal", rows: SMALL_ROWS }),
    fullLarge: await openBenchStore(join(folder, "full-large"), { durability: "full", rows }),
    normalLarge: await openBenchStore(join(folder, "normal-large"), { durability: "normal", rows }),
  };
  const timesOf = async (store: BenchStore, times: number[]) => {
    const ms = await store.edit();
    times.push(ms);
  };
  const times = { full: [], normal: [], fullLarge: [], normalLarge: [] } satisfies Record<string, number[]>;
  for (let round = 0; round < WARMUP + samples; round += 1) {
    await timesOf(stores.full, times.full);
    await timesOf(stores.normal, times.normal);
    await timesOf(stores.fullLarge, times.fullLarge);
    await timesOf(stores.normalLarge, times.normalLarge);
  }
  for (const store of Object.values(stores)) await store.close();
  const p50 = (all: readonly number[]) => median(all.slice(WARMUP));
  return {
    full: p50(times.full),
    normal: p50(times.normal),
    fullLarge: p50(times.fullLarge),
    normalLarge: p50(times.normalLarge),
  };
}

/** What this disk asks at least for one durable write. */
async function measureAppends(folder: string, samples: number): Promise<number> {
  const file = await open(join(folder, "appended"), "a");
  const times: number[] = [];
  for (let round = 0; round < WARMUP + samples; round += 1) {
    const begun = performance.now();
    await file.write(new Uint8Array(4096).fill(round));
    await file.datasync();
    times.push(performance.now() - begun);
  }
  await file.close();
  return median(times.slice(WARMUP));
}

/** A tree object of the whole folder into a git folder of its own, after one file changed: what shadow snapshots cost. */
async function measureGit(folder: string, { gitFiles }: CheckpointBenchOptions): Promise<number> {
  const tree = join(folder, "tree");
  for (let at = 0; at < gitFiles; at += 1) {
    const parent = join(tree, String(at % 100));
    if (at < 100) await mkdir(parent, { recursive: true });
    await writeFile(join(parent, `${at}.txt`), `file ${at}\n`.repeat(50));
  }
  const git = (...args: string[]) =>
    promisify(execFile)("git", [`--git-dir=${folder}/shadow`, `--work-tree=${tree}`, ...args]);
  await git("init", "--quiet");
  const snapshot = async () => {
    await git("add", "-A");
    await git("write-tree");
  };
  await snapshot();
  const times: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    await writeFile(join(tree, "0", "0.txt"), `changed ${round}\n`);
    const begun = performance.now();
    await snapshot();
    times.push(performance.now() - begun);
  }
  return median(times.slice(2));
}

/** The same contents over and over: how the cost goes up with the rows, where 1 is not at all. */
async function measureCapturesAgain(folder: string, captures: number): Promise<number> {
  const store = await openBenchStore(join(folder, "again"), { durability: "normal", rows: 0 });
  try {
    const times = await store.captureAgain(captures, 100);
    const tenth = captures / 10;
    const p95 = (part: readonly number[]) => [...part].sort((a, b) => a - b)[Math.floor(part.length * 0.95)] ?? 0;
    // In the first tenth the contents are stored.
    return p95(times.slice(-tenth)) / p95(times.slice(tenth, 2 * tenth));
  } finally {
    await store.close();
  }
}

async function measureRevert(folder: string, files: number): Promise<number> {
  const store = await openBenchStore(join(folder, "revert"), { durability: "full", rows: 0 });
  try {
    return await store.revertLargeTurn(files);
  } finally {
    await store.close();
  }
}
