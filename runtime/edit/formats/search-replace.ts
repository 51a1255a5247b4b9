import { type Hunk, type HunkLine, PatchFault, type PatchFile, type PatchFormat, type PatchLine } from "./patch.ts";
import { isFence } from "./patch-lines.ts";

const OPEN = /^(<{5,9}) SEARCH>?[ \t]*$/;

/**
 * Blocks of `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`. The line above a block, or above the fence that it is in,
 * may name its file; further blocks without a name go on with the same file. Text between blocks is prose.
 */
export const searchReplace = {
  name: "search_replace",
  begins: (line) => OPEN.test(line),
  parse: parseBlocks,
} as const satisfies PatchFormat;

function parseBlocks(lines: readonly PatchLine[]): PatchFile[] {
  const files: PatchFile[] = [];
  let path: string | null = null;
  let behind = 0;
  for (let at = 0; at < lines.length; at++) {
    const open = lines[at];
    const marks = open && OPEN.exec(open.text)?.[1];
    if (open === undefined || marks === undefined) continue;
    path = pathAbove(lines.slice(Math.max(behind, at - 2), at)) ?? path;
    const end = endOfBlock(lines, at, marks.length);
    const hunk = hunkOf(open, lines.slice(at + 1, end), marks.length);
    const isNew = hunk.lines.every(({ kind }) => kind === "add");
    files.push({ path, action: isNew ? "add" : "update", hunks: [hunk] });
    behind = end + 1;
    at = end;
  }
  refuseStrayMarks(lines, files);
  return files;
}

function endOfBlock(lines: readonly PatchLine[], from: number, width: number): number {
  const open = lines[from];
  const close = `${">".repeat(width)} REPLACE`;
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    if (line.text.trimEnd() === close) return at;
    if (OPEN.test(line.text)) {
      throw new PatchFault(
        `line ${line.number} of the patch opens a block inside the one of line ${open?.number}; close that one with ` +
          `"${close}", or use a unified diff for text that holds such lines`,
        line,
      );
    }
  }
  throw new PatchFault(`the block at line ${open?.number} of the patch is not closed; expected "${close}"`, open);
}

function hunkOf(open: PatchLine, block: readonly PatchLine[], width: number): Hunk {
  const { oldStart, skipped } = startHint(block);
  const divider = dividerOf(open, block, width);
  const search = block.slice(skipped, divider);
  const replace = block.slice(divider + 1);
  const lines = hunkLines(search.map(toText), replace.map(toText));
  if (lines.every(({ kind }) => kind === "context")) {
    throw new PatchFault(`the block at line ${open.number} of the patch replaces text by itself`, open);
  }
  return { patchLine: open.number, lines, ...(oldStart !== undefined && { oldStart }) };
}

/** `:start_line:12` and a rule of dashes above the text, as some write them. */
function startHint(block: readonly PatchLine[]): { oldStart?: number; skipped: number } {
  const start = /^:start_line:[ \t]*(\d+)[ \t]*$/.exec(block[0]?.text ?? "")?.[1];
  if (start === undefined) return { skipped: 0 };
  const rule = /^:end_line:[ \t]*\d+[ \t]*$/.test(block[1]?.text ?? "") ? 2 : 1;
  return /^-{5,9}[ \t]*$/.test(block[rule]?.text ?? "")
    ? { oldStart: Number(start), skipped: rule + 1 }
    : { skipped: 0 };
}

/**
 * Index of the line that parts search from replace. The text itself may hold such lines: those within the marks of a
 * merge conflict do not count. Of any others there must be one.
 */
function dividerOf(open: PatchLine, block: readonly PatchLine[], width: number): number {
  const mark = "=".repeat(width);
  const dividers = block.flatMap(({ text }, index) => (text.trimEnd() === mark ? [index] : []));
  const outside = dividers.length > 1 ? outsideConflicts(block, new Set(dividers)) : dividers;
  const [divider, further] = outside;
  if (divider === undefined) {
    throw new PatchFault(`the block at line ${open.number} of the patch has no "${mark}" between its two texts`, open);
  }
  if (further !== undefined) {
    throw new PatchFault(
      `the block at line ${open.number} of the patch has several lines "${mark}", so it cannot be told ` +
        "where its search text ends; write this change as a unified diff",
      open,
    );
  }
  return divider;
}

/** Those of the lines `indexes` that do not stand between the first and the last mark of a merge conflict. */
function outsideConflicts(block: readonly PatchLine[], indexes: ReadonlySet<number>): number[] {
  const outside: number[] = [];
  let sinceMark: number[] = [];
  let opened = false;
  for (const [index, { text }] of block.entries()) {
    if (indexes.has(index)) sinceMark.push(index);
    const mark = /^(<{7}|>{7})(?: |$)/.exec(text)?.[1]?.charAt(0);
    if (mark === undefined) continue;
    if (!(opened && mark === ">")) for (const divider of sinceMark) outside.push(divider);
    sinceMark = [];
    opened = mark === "<";
  }
  return [...outside, ...sinceMark];
}

function toText({ text, ending }: PatchLine): Omit<HunkLine, "kind"> {
  return { text, ending };
}

/** What both texts begin and end with is context. */
function hunkLines(search: readonly Omit<HunkLine, "kind">[], replace: readonly Omit<HunkLine, "kind">[]): HunkLine[] {
  const same = (a: number, b: number) => {
    const [left, right] = [search.at(a), replace.at(b)];
    return left?.text === right?.text && left?.ending === right?.ending;
  };
  const shorter = Math.min(search.length, replace.length);
  let head = 0;
  while (head < shorter && same(head, head)) head++;
  let tail = 0;
  while (head + tail < shorter && same(-1 - tail, -1 - tail)) tail++;
  return [
    ...search.slice(0, head).map((line): HunkLine => ({ kind: "context", ...line })),
    ...search.slice(head, search.length - tail).map((line): HunkLine => ({ kind: "remove", ...line })),
    ...replace.slice(head, replace.length - tail).map((line): HunkLine => ({ kind: "add", ...line })),
    ...search.slice(search.length - tail).map((line): HunkLine => ({ kind: "context", ...line })),
  ];
}

/** @param lines The two lines above a block. */
function pathAbove(lines: readonly PatchLine[]): string | null {
  const last = lines.at(-1);
  const named = last !== undefined && isFence(last) ? lines.at(-2) : last;
  if (named === undefined || isFence(named)) return null;
  const bare = named.text
    .trim()
    .replace(/^(?:#+ +|\*\*)?(?:[Ff]ile(?:name)?: *)?/, () => "")
    .replace(/(?:\*\*)?:?(?:\*\*)?$/, () => "");
  const quoted = /^`([^`]+)`$/.exec(bare)?.[1];
  if (quoted !== undefined) return quoted;
  return /^[^\s`'"<>|*?]+$/.test(bare) && /[./]/.test(bare) && !/[.,;:!]$/.test(bare) ? bare : null;
}

/** A mark outside of any block is the rest of one whose start was garbled. */
function refuseStrayMarks(lines: readonly PatchLine[], files: readonly PatchFile[]): void {
  const starts = new Set(files.flatMap(({ hunks }) => hunks.map(({ patchLine }) => patchLine)));
  let inside = false;
  for (const line of lines) {
    if (starts.has(line.number)) inside = true;
    else if (/^>{5,9} REPLACE[ \t]*$/.test(line.text)) {
      if (!inside) throw new PatchFault(`line ${line.number} of the patch closes a block that was not opened`, line);
      inside = false;
    }
  }
}
