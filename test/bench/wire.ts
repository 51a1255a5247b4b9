/**
 * Cost of reading calls from text, per format, on prose mixed with calls:
 *
 *     npm run bench:wire [-- --json] [-- --quick]
 *
 * Under Node, Bun and Deno, one after the other. `batch` is the speed over `JSON.parse` of the same text as one JSON string; the
 * goal is 0.5. Bun hardly reads such a string, it copies it, so there the quotient says little. `parser` and `cutter` are
 * nanoseconds for each chunk of four characters, from 10 KB to 10 MB; the goals are 400 and 60. Best of several runs, in
 * processor time, so that other work on the machine does not count.
 */
import process from "node:process";
import {
  createResultCutter,
  createWireParser,
  FORMATS,
  type PlainCall,
  parseWireText,
  renderCalls,
} from "../../runtime/wire/mod.ts";
import { Random } from "./random.ts";
import { rounded } from "./statistics.ts";

const CHUNK = 4;
const isQuick = process.argv.includes("--quick");
const SIZES = isQuick ? [10_000, 1_000_000] : [10_000, 100_000, 1_000_000, 10_000_000];

const TOOLS = [
  {
    name: "write_file",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, content: { type: "string" }, mode: { type: "integer" } },
      required: ["path", "content"],
    },
  },
  { name: "bash", parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] } },
];

const WORDS = "the file holds a list of names and then some code that we read before we change it in place".split(" ");

/** About half prose and half calls: sentences, then a file of some lines that is written, then a command. */
function mixedText(format: (typeof FORMATS)[number]["name"], length: number): string {
  const random = new Random(7);
  const sentence = () => Array.from({ length: 14 }, () => random.pick(["we", ...WORDS])).join(" ");
  const parts: string[] = [];
  let size = 0;
  while (size < length) {
    const lines = Array.from(
      { length: 12 },
      (_, line) => `    const value${line} = read("${random.below(1000)}") < 3;`,
    );
    const prose = Array.from({ length: 8 }, () => `${sentence()}.`).join("\n");
    const content = lines.join("\n");
    const calls: PlainCall[] = [
      { name: "write_file", arguments: { content, mode: 420, path: `src/file${random.below(99)}.ts` } },
      { name: "bash", arguments: { command: "npm test" } },
    ];
    const rendered = renderCalls(format, calls);
    if (rendered.kind === "refused") throw new Error(rendered.message);
    const part = `${prose}\n\n${rendered.text}\n\n`;
    parts.push(part);
    size += part.length;
  }
  return parts.join("");
}

function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function best(run: () => void, times: number): number {
  return Math.min(...Array.from({ length: times }, () => cpuMs(run)));
}

function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; at += CHUNK) chunks.push(text.slice(at, at + CHUNK));
  return chunks;
}

function perChunk(chunks: readonly string[], push: () => (chunk: string) => unknown): number {
  const times = Math.max(2, Math.min(8, Math.round(1_000_000 / chunks.length)));
  const repeats = Math.max(1, Math.round(50_000 / chunks.length));
  const ms = best(() => {
    for (let run = 0; run < repeats; run += 1) {
      const take = push();
      for (const chunk of chunks) take(chunk);
    }
  }, times);
  return Math.round((ms * 1e6) / (chunks.length * repeats));
}

// The format that comes first must not pay for the compiler.
for (const { name } of FORMATS) {
  const text = mixedText(name, 100_000);
  for (let run = 0; run < 5; run += 1) parseWireText(text, { tools: TOOLS });
}
const rows: Record<string, Record<string, number>> = {};
for (const { name } of FORMATS) {
  const text = mixedText(name, 1_000_000);
  const json = JSON.stringify(text);
  parseWireText(text, { tools: TOOLS });
  const batch = best(() => parseWireText(text, { tools: TOOLS }), 7);
  const floor = best(() => JSON.parse(json), 15);
  const row: Record<string, number> = {
    "batch MB/s": Math.round(text.length / 1000 / batch),
    "JSON.parse MB/s": Math.round(text.length / 1000 / floor),
    "batch / JSON.parse": rounded(floor / batch),
  };
  for (const size of SIZES) {
    const chunks = chunksOf(mixedText(name, size));
    const label = size >= 1_000_000 ? `${size / 1_000_000} MB` : `${size / 1000} KB`;
    row[`parser ${label}`] = perChunk(chunks, () => {
      const parser = createWireParser({ tools: TOOLS });
      return (chunk) => parser.push(chunk);
    });
    row[`cutter ${label}`] = perChunk(chunks, () => {
      const cutter = createResultCutter({ tools: TOOLS });
      return (chunk) => cutter.push(chunk);
    });
  }
  rows[name] = row;
}
const { bun, deno, node } = process.versions;
const runtime = bun !== undefined ? `bun ${bun}` : deno !== undefined ? `deno ${deno}` : `node ${node}`;
if (process.argv.includes("--json")) console.log(JSON.stringify({ runtime, rows }));
else {
  console.log(runtime);
  console.table(rows);
}
