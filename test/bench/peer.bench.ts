/**
 * One edit of a file on disk, ours beside that of the Model Context Protocol's filesystem server, in turn in the same run:
 * read the file, find the place, make the new text and the diff; nothing is written.
 *
 * npm run bench:peer -- [--json]
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { applyEdit } from "../../runtime/edit/mod.ts";
import { decodeText, unifiedDiff } from "../../runtime/text/mod.ts";
import { type Distortion, makeWorkload } from "./workloads.ts";

type Edit = (file: string, oldText: string, newText: string) => Promise<boolean>;

const PEER = "@modelcontextprotocol/server-filesystem/dist/lib.js";
const asJson = process.argv.includes("--json");
const SIZES = [
  [1000, 10],
  [4000, 400],
  [20_000, 10],
  [100_000, 400],
] as const;
const DISTORTIONS: readonly Distortion[] = ["exact", "shifted", "realigned", "mistyped"];
const REPETITIONS = 7;

const ours: Edit = async (file, oldText, newText) => {
  const decoded = decodeText(await readFile(file));
  if (decoded.kind !== "text") return false;
  const outcome = applyEdit(decoded.text, { command: "str_replace", old_text: oldText, new_text: newText });
  if (outcome.kind === "refused") return false;
  return unifiedDiff(decoded.text, outcome.content, { path: "file" }).text !== "";
};

const folder = await mkdtemp(join(tmpdir(), "mortise-bench-"));
try {
  const theirs = await loadPeer();
  for (const [lines, needleLines] of SIZES) {
    for (const distortion of DISTORTIONS) {
      const { content, oldText } = makeWorkload({ profile: "code", lines, needleLines, distortion });
      const file = join(folder, "file.ts");
      await writeFile(file, content);
      const lastIndent = /(?:^|\n)([ \t]*)[^\n]*$/.exec(oldText)?.[1] ?? "";
      const newText = `${oldText}\n${lastIndent}changed();`;
      await print(`${lines} x ${needleLines} ${distortion}`, file, oldText, newText, theirs);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function print(name: string, file: string, oldText: string, newText: string, theirs: Edit): Promise<void> {
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  const edited = { ours: false, theirs: false };
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    let begun = performance.now();
    edited.ours = await ours(file, oldText, newText);
    times.ours.push(performance.now() - begun);
    begun = performance.now();
    edited.theirs = await theirs(file, oldText, newText);
    times.theirs.push(performance.now() - begun);
  }
  const row = { name, oursMs: median(times.ours), theirsMs: median(times.theirs), edited };
  const ratio = row.theirsMs / row.oursMs;
  const said = (did: boolean) => (did ? "edits" : "refuses");
  const line =
    `${name.padEnd(26)} ours ${row.oursMs.toFixed(2).padStart(9)} ms ${said(edited.ours).padEnd(8)}` +
    `  theirs ${row.theirsMs.toFixed(2).padStart(9)} ms ${said(edited.theirs).padEnd(8)}  theirs / ours ${ratio.toFixed(1)}`;
  console.log(asJson ? JSON.stringify({ ...row, ratio }) : line);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The package ships no types: the one function it is loaded for is checked here. */
async function loadPeer(): Promise<Edit> {
  const library: Record<string, unknown> = await import(PEER);
  const apply = library.applyFileEdits;
  if (typeof apply !== "function") throw new Error(`${PEER} has no applyFileEdits`);
  return async (file, oldText, newText) => {
    try {
      await apply(file, [{ oldText, newText }], true);
      return true;
    } catch {
      return false;
    }
  };
}
