import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RuntimeName } from "../smoke/runtimes.ts";
import { type ServerProcess, startServer } from "../smoke/server-process.ts";
import { median, rounded, type Spread, spreadOf } from "./statistics.ts";

export interface EditMeasurement {
  readonly runtime: RuntimeName;
  /** As the server names itself, such as "bun 1.4.4". */
  readonly version: string;
  /** Spawn to ready line, each start with a home that is there already. */
  readonly start_median_ms: number;
  readonly starts_ms: readonly number[];
  /** `edit_file` in a turn: blob, row and file are synced before the answer. */
  readonly edit: Spread;
  /** `GET /healthz`, asked in turn with the edits over the same connection. */
  readonly no_op: Spread;
  readonly samples: number;
}

export interface MeasureOptions {
  readonly starts: number;
  readonly samples: number;
  readonly warmup: number;
  /** Where the workspace and the store are made; the speed of its disk is part of what is measured. */
  readonly folder: string;
}

const FILE = "sample.ts";
const LINES = 1000;

/** Measures one runtime. Throws when an edit is refused, is not checkpointed, or the file ends up as it should not. */
export async function measureEdit(runtime: RuntimeName, options: MeasureOptions): Promise<EditMeasurement> {
  const folder = await realpath(await mkdtemp(join(options.folder, "mortise-bench-")));
  const start = () => startServer({ runtime, root: folder, home: join(folder, "home") });
  try {
    await writeFile(join(folder, FILE), sampleText("first"));
    // Fills the caches of the file system and, under Deno, of compiled sources.
    await (await start()).stop();
    const starts: number[] = [];
    for (let round = 1; round < options.starts; round += 1) {
      const server = await start();
      starts.push(server.startMs);
      await server.stop();
    }
    const server = await start();
    starts.push(server.startMs);
    try {
      const version = String((await server.get("/version")).body.runtime);
      const { edits, noOps } = await sample(server, options);
      const last = `edit ${options.warmup + options.samples - 1}`;
      if ((await readFile(join(folder, FILE), "utf8")) !== sampleText(last))
        throw new Error("the file is not as edited");
      return {
        runtime,
        version,
        start_median_ms: rounded(median(starts)),
        starts_ms: starts.map(rounded),
        edit: spreadOf(edits),
        no_op: spreadOf(noOps),
        samples: options.samples,
      };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sample(server: ServerProcess, { samples, warmup }: MeasureOptions) {
  const edits: number[] = [];
  const noOps: number[] = [];
  let text = "first";
  await server.call("read_file", { path: FILE }, { session: "bench" });
  for (let round = 0; round < warmup + samples; round += 1) {
    const next = `edit ${round}`;
    const args = { path: FILE, old_text: `// ${text}\n`, new_text: `// ${next}\n` };
    const editMs = await timed(async () => {
      const { status, body } = await server.call("edit_file", args, { session: "bench", turn: `turn-${round}` });
      if (status !== 200 || !JSON.stringify(body).includes('"status":"stored"')) {
        throw new Error(`an edit failed: ${JSON.stringify(body)}`);
      }
    });
    const noOpMs = await timed(() => server.get("/healthz"));
    text = next;
    if (round < warmup) continue;
    edits.push(editMs);
    noOps.push(noOpMs);
  }
  return { edits, noOps };
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await task();
  return performance.now() - begun;
}

/** 1,000 lines of code-like text, some 38 kB; one line in the middle says which edit was the last. */
function sampleText(marker: string): string {
  const lines = Array.from({ length: LINES }, (_, line) => `  const value${line} = compute(${line}, "item ${line}");`);
  lines[LINES / 2] = `// ${marker}`;
  return `${lines.join("\n")}\n`;
}
