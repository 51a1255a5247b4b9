import { cpus, loadavg, tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { RUNTIMES, type RuntimeName } from "../smoke/runtimes.ts";
import { type EditMeasurement, measureEdit } from "./measure-edit.ts";

const USAGE = `npm run bench:edit -- [--json] [--samples 500] [--starts 5] [--folder DIR] [bun] [deno] [node]

Start to ready, and edit_file with a checkpoint over HTTP on a 1,000-line file, beside a route that does nothing.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    samples: { type: "string", default: "500" },
    starts: { type: "string", default: "5" },
    folder: { type: "string", default: tmpdir() },
    help: { type: "boolean", default: false },
  },
});

try {
  if (values.help) console.log(USAGE);
  else await run();
} catch (error) {
  console.error(`bench:edit: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const chosen = positionals.length === 0 ? RUNTIMES : positionals.map(runtimeNamed);
  const options = {
    samples: countOf("samples", values.samples),
    starts: countOf("starts", values.starts),
    warmup: 50,
    folder: values.folder,
  };
  const [load = 0] = loadavg();
  const cores = cpus().length;
  if (load > cores / 2) {
    console.error(`This machine is busy (load ${load.toFixed(1)} on ${cores} cores), so the numbers will be too high.`);
  }
  const measured: EditMeasurement[] = [];
  for (const runtime of chosen) measured.push(await measureEdit(runtime, options));
  const machine = { cpu: cpus()[0]?.model ?? "unknown", cores, load_before: load, folder: options.folder };
  if (values.json) console.log(JSON.stringify({ machine, measured }));
  else printTable(measured);
}

function runtimeNamed(name: string): RuntimeName {
  const runtime = RUNTIMES.find((known) => known === name);
  if (runtime !== undefined) return runtime;
  throw new Error(`no runtime "${name}"; name some of ${RUNTIMES.join(", ")}`);
}

function countOf(flag: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`--${flag} needs a whole number above 0, not "${text}"`);
}

function printTable(measured: readonly EditMeasurement[]): void {
  const rows = measured.map(({ version, start_median_ms, edit, no_op }) => ({
    runtime: version,
    "start ms (median)": start_median_ms,
    "edit p50 ms": edit.p50_ms,
    "edit p99 ms": edit.p99_ms,
    "no-op p50 ms": no_op.p50_ms,
    "no-op p99 ms": no_op.p99_ms,
  }));
  console.table(rows);
}
