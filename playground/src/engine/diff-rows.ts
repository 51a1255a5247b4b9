import { type Parting, partingOf } from "../../../runtime/edit/mod.ts";
import { unifiedDiff } from "../../../runtime/text/mod.ts";

/** A row of a diff. `oldLine` and `newLine` from 1; 0 where the row has none. */
export interface DiffRow {
  readonly sign: " " | "+" | "-";
  readonly oldLine: number;
  readonly newLine: number;
  /** With its line end: LF, and a CR before it, are the last characters. */
  readonly text: string;
  /** [start, end) that differs from the row it was paired with. */
  readonly changed: readonly [number, number] | null;
  /** The first row of a hunk: rows before it are left out. */
  readonly startsHunk: boolean;
}

/** The diff of two texts as rows, with what changed within lines that stand for each other. */
export function diffRows(before: string, after: string, path: string): DiffRow[] {
  const rows: DiffRow[] = [];
  let oldLine = 0;
  let newLine = 0;
  let startsHunk = false;
  for (const line of unifiedDiff(before, after, { path }).text.split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk !== null) {
      oldLine = Number(hunk[1]);
      newLine = Number(hunk[2]);
      startsHunk = true;
      continue;
    }
    const sign = line.charAt(0);
    if (line.startsWith("\\")) {
      const last = rows.pop();
      if (last !== undefined) rows.push({ ...last, text: last.text.replace(/\n$/, "") });
      continue;
    }
    if (oldLine + newLine === 0 || (sign !== " " && sign !== "+" && sign !== "-")) continue;
    const isOld = sign !== "+";
    const isNew = sign !== "-";
    rows.push({
      sign,
      oldLine: isOld ? oldLine : 0,
      newLine: isNew ? newLine : 0,
      text: `${line.slice(1)}\n`,
      changed: null,
      startsHunk,
    });
    startsHunk = false;
    if (isOld) oldLine++;
    if (isNew) newLine++;
  }
  return withChanges(rows);
}

/** The n-th removed line of a run stands for the n-th added one behind it. */
function withChanges(rows: readonly DiffRow[]): DiffRow[] {
  const marked = [...rows];
  for (let at = 0; at < rows.length; ) {
    const removed = runOf(rows, at, "-");
    const added = runOf(rows, at + removed, "+");
    for (let pair = 0; pair < Math.min(removed, added); pair++) {
      const old = rows[at + pair];
      const now = rows[at + removed + pair];
      if (old === undefined || now === undefined) continue;
      const parting: Parting = partingOf(old.text, now.text);
      marked[at + pair] = { ...old, changed: parting.needleRange };
      marked[at + removed + pair] = { ...now, changed: parting.fileRange };
    }
    at += Math.max(1, removed + added);
  }
  return marked;
}

function runOf(rows: readonly DiffRow[], from: number, sign: DiffRow["sign"]): number {
  let count = 0;
  while (rows[from + count]?.sign === sign) count++;
  return count;
}
