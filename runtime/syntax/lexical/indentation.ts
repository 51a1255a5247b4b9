import { python } from "./languages/python.ts";
import { LexicalScan } from "./scan.ts";
import type { LexicalProblem } from "./types.ts";

const TAB_WIDTH = 8;

interface CodeLine {
  readonly start: number;
  readonly indent: number;
  /** The line before it ends with the colon that opens a block. */
  readonly isBody: boolean;
}

/**
 * The first line that Python's own tokenizer would refuse for its indentation. Only lines that start a statement count;
 * the grammar reads any indentation. The text's brackets and quotes pair up.
 */
export function findIndentationProblem(text: string): LexicalProblem | null {
  const levels: number[] = [0];
  const lines = statementLines(text);
  for (const { start, indent, isBody } of lines) {
    const current = levels.at(-1) ?? 0;
    if (isBody && indent <= current) return { at: start, found: foundAt(text, start), expected: "an indented block" };
    if (!isBody && indent > current)
      return { at: start, found: "deeper indentation", expected: "the indentation of the line above" };
    if (indent > current) levels.push(indent);
    while ((levels.at(-1) ?? 0) > indent) levels.pop();
    if (levels.at(-1) !== indent)
      return { at: start, found: "indentation", expected: "the indentation of an outer block" };
  }
  return null;
}

function foundAt(text: string, start: number): string {
  const line = /[^\r\n]*/.exec(text.slice(start, start + 200))?.[0].trim() ?? "";
  return start >= text.length ? "end of file" : line.slice(0, 40);
}

function statementLines(text: string): CodeLine[] {
  const lines: CodeLine[] = [];
  const scan: LexicalScan = new LexicalScan(text, python, {
    onCodeLine: (start, depth) => {
      if (depth > 0 || isContinued(text, start)) return;
      const [indent, first] = indentAt(text, start);
      if (first !== "") lines.push({ start, indent, isBody: scan.last === ":" });
    },
  });
  scan.run();
  if (scan.last === ":") lines.push({ start: text.length, indent: 0, isBody: true });
  return lines;
}

/** The width of a line's indentation and its first character; "" for a blank line or a comment. */
function indentAt(text: string, start: number): [width: number, first: string] {
  let width = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === " ") width += 1;
    else if (character === "\t") width += TAB_WIDTH - (width % TAB_WIDTH);
    else if (character === "\f") width = 0;
    else return [width, "#\r\n\\".includes(character) ? "" : character];
  }
  return [width, ""];
}

function isContinued(text: string, start: number): boolean {
  return /\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start));
}
