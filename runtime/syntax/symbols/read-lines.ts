import { type Line, leadingWhitespaceLength, lineNumberAt, splitLines } from "../../text/mod.ts";
import { unknown } from "../lexical/languages/unknown.ts";
import { LEXICAL_RULES, type LexicalLanguage } from "../lexical/registry.ts";
import { LexicalScan } from "../lexical/scan.ts";
import { type Header, headerOf } from "./headers.ts";
import type { Declaration, SymbolKind } from "./types.ts";

const OWNERS: ReadonlySet<SymbolKind> = new Set(["class", "struct", "interface", "trait", "enum", "impl", "module"]);
const TAB_WIDTH = 8;
/** A header stands at the start of its line; a line longer than this is data. */
const MAX_HEADER = 400;

/** What the scan learned: which lines start in code, and where each bracket that was opened closes. */
interface Outline {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly codeLines: ReadonlySet<number>;
  /** Offset past the last token before each of them and before the end: comments lie behind it. */
  readonly codeEnds: readonly number[];
  /** Offset past the closer, by the opener's offset, in the order of the openers. */
  readonly closers: readonly (readonly [opener: number, end: number])[];
}

/**
 * Declarations by their keyword at the start of a line. One ends with the bracket opened on its line or at the start of
 * the next one, or else with the last line that is indented deeper.
 */
export function readLines(text: string, language: LexicalLanguage | undefined, name: string): Declaration[] {
  const outline = outlineOf(text, language);
  const open: { readonly end: number; readonly path: readonly string[]; readonly kind: SymbolKind }[] = [];
  const declarations: Declaration[] = [];
  outline.lines.forEach((line, index) => {
    const start = line.start + leadingWhitespaceLength(text.slice(line.start, line.end));
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= start) open.pop();
    if (!outline.codeLines.has(line.start)) return;
    const owner = open.at(-1);
    const isMember = owner === undefined || OWNERS.has(owner.kind);
    const header = headerOf(text.slice(line.start, Math.min(line.end, line.start + MAX_HEADER)), isMember ? name : "");
    if (header === null || (!isMember && isValue(header.kind))) return;
    const end = endOf(outline, index);
    const kind = kindOf(header, owner?.kind);
    const path = [...(owner?.path ?? []), header.name];
    const from = withDocs(outline, index, start);
    declarations.push({
      name: path.join("."),
      kind,
      path,
      aliases: [],
      isLocal: open.some(({ kind }) => !OWNERS.has(kind)),
      hasBody: true,
      isBroken: false,
      start: from,
      end,
      startLine: lineNumberAt(outline.lines, from),
      endLine: lineNumberAt(outline.lines, Math.max(from, end - 1)),
    });
    open.push({ end, path, kind });
  });
  return declarations;
}

function isValue(kind: SymbolKind): boolean {
  return kind === "constant" || kind === "variable";
}

function kindOf(header: Header, owner: SymbolKind | undefined): SymbolKind {
  if (owner === undefined || owner === "module" || !OWNERS.has(owner)) return header.kind;
  if (header.kind === "function") return "method";
  return isValue(header.kind) ? "field" : header.kind;
}

function outlineOf(text: string, language: LexicalLanguage | undefined): Outline {
  const codeLines = new Set<number>();
  const closers: [number, number][] = [];
  const codeEnds: number[] = [];
  const scan: LexicalScan = new LexicalScan(text, language === undefined ? unknown : LEXICAL_RULES[language], {
    onCodeLine: (start) => {
      codeLines.add(start);
      codeEnds.push(scan.lastEnd);
    },
    onClose: (frame, end) => closers.push([frame.at, end]),
  });
  scan.run();
  codeEnds.push(scan.lastEnd);
  const lines = splitLines(text);
  // Behind a problem the scan says nothing more: there a line is judged by itself.
  if (scan.problem) for (const line of lines) if (line.start > scan.at) codeLines.add(line.start);
  return { text, lines, codeLines, codeEnds, closers: closers.sort(([one], [other]) => one - other) };
}

/** Offset past the last character of the declaration whose header is on line `index`. */
function endOf(outline: Outline, index: number): number {
  const { text, lines } = outline;
  const header = lines[index];
  if (header === undefined) return 0;
  const indent = indentOf(outline, header);
  let last = lastOfBrackets(outline, index);
  for (let next = last + 1; next < lines.length; next += 1) {
    const line = lines[next];
    if (line === undefined) break;
    const body = text.slice(line.start, line.end);
    if (body.trim() === "") continue;
    const opens = /^\s*\{/.test(body) && !text.slice(header.start, line.start).includes("{");
    const ends = /^\s*end\b/.test(body) && indentOf(outline, line) === indent && next > index + 1;
    if (indentOf(outline, line) <= indent && !opens && !ends) break;
    last = next = lastOfBrackets(outline, next);
    if (ends) break;
  }
  const line = lines[last] ?? header;
  return withoutComment(outline, line, line.start + text.slice(line.start, line.end).trimEnd().length);
}

/** A comment behind the last line's code is not the declaration's. */
function withoutComment({ text, codeEnds }: Outline, line: Line, end: number): number {
  const codeEnd = codeEnds.findLast((at) => at <= end) ?? 0;
  return codeEnd > line.start && /^[ \t]*(?:\/\/|\/\*|#)/.test(text.slice(codeEnd, end)) ? codeEnd : end;
}

/** Index of the line on which everything opened on line `index` is closed again. */
function lastOfBrackets({ lines, closers }: Outline, index: number): number {
  const first = lines[index];
  if (first === undefined) return index;
  let last = index;
  for (let at = firstFrom(closers, first.start); at < closers.length; at += 1) {
    const [opener = 0, end = 0] = closers[at] ?? [];
    if (opener >= (lines[last]?.end ?? 0)) break;
    last = Math.max(last, lineNumberAt(lines, end - 1) - 1);
  }
  return last;
}

/** Index of the first bracket that opens at `offset` or behind it. */
function firstFrom(closers: Outline["closers"], offset: number): number {
  let low = 0;
  let high = closers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((closers[middle]?.[0] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function indentOf({ text }: Outline, line: Line): number {
  let width = 0;
  for (let at = line.start; at < line.end; at += 1) {
    if (text[at] === " ") width += 1;
    else if (text[at] === "\t") width += TAB_WIDTH - (width % TAB_WIDTH);
    else break;
  }
  return width;
}

/** Doc comments and annotations on the lines directly above. */
function withDocs({ text, lines }: Outline, index: number, from: number): number {
  let start = from;
  for (let above = index - 1; above >= 0; above -= 1) {
    const line = lines[above];
    if (line === undefined) return start;
    const body = text.slice(line.start, line.end).trim();
    let first = above;
    if (body.endsWith("*/")) {
      while (first > 0 && !lineText(text, lines, first).startsWith("/*")) first -= 1;
      if (!lineText(text, lines, first).startsWith("/**")) return start;
    } else if (!/^(?:\/\/\/|@\w|--\s|#\s|##)/.test(body) || /^#!/.test(body)) return start;
    const top = lines[first];
    if (top === undefined) return start;
    start = top.start + leadingWhitespaceLength(text.slice(top.start, top.end));
    above = first;
  }
  return start;
}

function lineText(text: string, lines: readonly Line[], index: number): string {
  const line = lines[index];
  return line === undefined ? "" : text.slice(line.start, line.end).trim();
}
