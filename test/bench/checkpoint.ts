import { cpus, loadavg, tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { hostName } from "../adapters/host.ts";
import { measureCheckpoints } from "./measure-checkpoint.ts";

const USAGE = `npm run bench:checkpoint -- [--json] [--samples 200] [--rows 100000] [--git-files 5000] [--revert-files 1000] [--captures 10000] [--folder DIR]

One checkpointed edit of a 40 KB file, in a store of 100 rows and in a large one, with and without syncs, taken in turns;
what the disk asks for one durable append; a shadow git snapshot of a tree; and the revert of a large turn.
`;

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    samples: { type: "string", default: "200" },
    rows: { type: "string", default: "100000" },
    "git-files": { type: "string", default: "5000" },
    "revert-files": { type: "string", default: "1000" },
    captures: { type: "string", default: "10000" },
    folder: { type: "string", default: tmpdir() },
    help: { type: "boolean", default: false },
  },
});

try {
  if (values.help) console.log(USAGE);
  else await run();
} catch (error) {
  console.error(`bench:checkpoint: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const [load = 0] = loadavg();
  const cores = cpus().length;
  if (load > cores / 2) {
    console.error(`This machine is busy (load ${load.toFixed(1)} on ${cores} cores): only the ratios mean something.`);
  }
  const measured = await measureCheckpoints({
    folder: values.folder,
    samples: countOf("samples", values.samples),
    rows: countOf("rows", values.rows),
    gitFiles: countOf("git-files", values["git-files"]),
    revertFiles: countOf("revert-files", values["revert-files"]),
    captures: countOf("captures", values.captures),
  });
  const machine = { runtime: hostName, cpu: cpus()[0]?.model ?? "unknown", cores, load_before: load };
  if (values.json) console.log(JSON.stringify({ machine, ...measured }));
  else {
    console.log(`${hostName}, ${cores} cores, load ${load.toFixed(1)} before`);
    console.table(measured.goals);
  }
  if (measured.goals.some((goal) => !goal.met)) process.exitCode = 1;
}

function countOf(flag: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`--${flag} needs a whole number above 0, not "${text}"`);
}
