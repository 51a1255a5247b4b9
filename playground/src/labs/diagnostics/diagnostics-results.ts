import { signal } from "@preact/signals";
import { followAsker, type Workbench } from "../../app/mod.ts";
import { type CheckRequest, checks, type ModuleName, type TreeFile, titleOf } from "../../checks/mod.ts";
import { changeIn } from "./diagnostics-inputs.ts";

/** What the reader has loaded, for as long as the page is open: nothing of it loads by a link. */
export const loaded = signal<readonly ModuleName[]>([]);
export const loading = signal<ModuleName | null>(null);

/** A line to bring into view, by the side it stands on; counts up so that the same one can be asked for again. */
export const shownLine = signal<{
  readonly side: "before" | "after";
  readonly line: number;
  readonly count: number;
} | null>(null);

export function showLine(side: "before" | "after", line: number): void {
  shownLine.value = { side, line, count: (shownLine.peek()?.count ?? 0) + 1 };
}

export const checked = followAsker({
  question,
  ask: (input: CheckRequest) => checks("lab").ask("lab", "check", input),
  isSame: isSameQuestion,
});

function question(bench: Workbench): CheckRequest | null {
  const file = bench.file.value;
  if (file === null || file.text === null) return null;
  const change = changeIn(bench.document.value, file.path, file.text);
  return { ...change, files: treeOf(bench), modules: loaded.value };
}

/** The tree at the playhead: configurations of the project stand in it. */
function treeOf(bench: Workbench): TreeFile[] {
  const { playhead } = bench.document.value;
  const paths = bench.frame.value?.files.map(({ path }) => path) ?? [];
  return paths.flatMap((path) => {
    const bytes = bench.contentAt(path, playhead);
    return bytes === null ? [] : [{ path, bytes }];
  });
}

function isSameQuestion(a: CheckRequest, b: CheckRequest): boolean {
  const { files: ofA, ...restA } = a;
  const { files: ofB, ...restB } = b;
  const isSameFile = (file: TreeFile, index: number) => {
    const other = ofB[index];
    return other !== undefined && other.path === file.path && isSameBytes(other.bytes, file.bytes);
  };
  return ofA.length === ofB.length && ofA.every(isSameFile) && JSON.stringify(restA) === JSON.stringify(restB);
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.length === b.length && a.every((byte, index) => byte === b[index]));
}

/** Loads a module, and checks again once it is there. */
export async function load(bench: Workbench, name: ModuleName): Promise<void> {
  if (loading.peek() !== null) return;
  loading.value = name;
  const reply = await checks("lab").ask("load", "load", name);
  loading.value = null;
  if (reply.kind === "answer") {
    loaded.value = [...new Set([...loaded.peek(), name])];
    return;
  }
  const why = reply.kind === "fault" ? reply.message : "it took too long";
  bench.notice.value = { tone: "bad", sentence: `${titleOf(name)} could not be loaded: ${why}. Try again.` };
}
