import { type Line, splitLines } from "../text/mod.ts";
import type { SyntaxDeps } from "./check-syntax.ts";
import { languageOf } from "./languages.ts";
import { LEXICAL_RULES, type LexicalLanguage } from "./lexical/registry.ts";
import { LexicalScan } from "./lexical/scan.ts";
import { MAX_PARSED_LENGTH } from "./limits.ts";
import { isNestedTooDeep } from "./nesting.ts";
import type { SyntaxNode } from "./parsers.ts";

/** A stretch of a file. Offsets are half-open, in UTF-16 code units. */
export interface StringQuery {
  readonly path: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Offsets of the lines in a stretch that start inside a string, a template or a here-document: what stands at their
 * start is content. Python's docstrings are left out: their common indentation is stripped by whoever reads them.
 */
export async function findStringLines(query: StringQuery, deps: SyntaxDeps): Promise<ReadonlySet<number>> {
  const { path, text, start, end } = query;
  const lines = splitLines(text).filter((line) => line.start > start && line.start < end);
  const language = languageOf(path, text);
  if (language === null || lines.length === 0) return new Set();
  const { grammar, lexical } = language;
  if (grammar !== undefined && text.length <= MAX_PARSED_LENGTH && !isNestedTooDeep(text, lexical)) {
    try {
      const isDoc = (string: SyntaxNode) => language.name === "python" && isDocstring(text, string);
      const read = (root: SyntaxNode) =>
        new Set(lines.filter((line) => isInString(root, line, isDoc)).map((line) => line.start));
      const found = await deps.parsers.withTree(grammar, text, read);
      if (found !== null) return found;
    } catch {
      // A parser that breaks down leaves it to the scan.
    }
  }
  return lexical === undefined ? new Set() : scannedLines(text, lexical, lines);
}

const STRING = /string|heredoc|nowdoc|regex/;
const HERE_DOCUMENT = /heredoc|nowdoc/;
const CODE = /substitution|interpolation$|expansion/;

function isInString(root: SyntaxNode, { start }: Line, isDoc: (string: SyntaxNode) => boolean): boolean {
  for (let node = root.descendantForIndex(start, start + 1); node !== null; node = node.parent) {
    if (CODE.test(node.type) && node.startIndex < start) return false;
    if (HERE_DOCUMENT.test(node.type) && node.startIndex <= start && node.endIndex > start) return true;
    const isQuoted = STRING.test(node.type) && node.startIndex < start && node.endIndex > start;
    if (isQuoted && !isConcatenation(node)) return !isDoc(node);
  }
  return false;
}

/** Strings side by side, with code between them. */
function isConcatenation(node: SyntaxNode): boolean {
  return /concatenated|chained|array/.test(node.type);
}

/** Told by what stands before it: the tree of a block that is not yet indented does not show where it belongs. */
function isDocstring(text: string, node: SyntaxNode): boolean {
  const start = node.type === "string" ? node.startIndex : (node.parent?.startIndex ?? node.startIndex);
  return /:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r)\s*$/.test(text.slice(Math.max(0, start - 300), start));
}

function scannedLines(text: string, language: LexicalLanguage, lines: readonly Line[]): Set<number> {
  const spans: { readonly start: number; readonly end: number }[] = [];
  const onString = (start: number, end: number) => {
    spans.push({ start, end });
  };
  const code = new Set<number>();
  const onCodeLine = (start: number) => {
    code.add(start);
  };
  new LexicalScan(text, LEXICAL_RULES[language], { onString, onHereDocument: onString, onCodeLine }).run();
  const isInside = ({ start }: Line) =>
    !code.has(start) && spans.some((span) => span.start < start && start < span.end);
  return new Set(lines.filter(isInside).map(({ start }) => start));
}
