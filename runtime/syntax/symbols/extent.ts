import { type Line, lineNumberAt } from "../../text/mod.ts";
import type { SyntaxNode } from "../parsers.ts";
import type { SymbolLanguage } from "./types.ts";

export interface Extent {
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** From the doc comment, decorators and modifiers of a declaration to its closing bracket or semicolon. */
export function extentOf(
  node: SyntaxNode,
  root: SyntaxNode,
  text: string,
  lines: readonly Line[],
  language: SymbolLanguage,
): Extent {
  const whole = wrapped(node, language);
  const start = withDocs(withLeading(whole, language), root, text, lines, language);
  const end = endOf(whole, text, language);
  return { start, end, startLine: lineNumberAt(lines, start), endLine: lineNumberAt(lines, Math.max(start, end - 1)) };
}

/** Where a declaration begins, comments above it left out. */
export function codeStartOf(node: SyntaxNode, language: SymbolLanguage): number {
  return withLeading(wrapped(node, language), language);
}

/** Climbs to the statement that holds this declaration and no other. */
function wrapped(node: SyntaxNode, language: SymbolLanguage): SyntaxNode {
  let outer = node;
  for (let parent = node.parent; parent !== null && language.wrappers.includes(parent.type); parent = parent.parent) {
    const inner = outer;
    const isShared = parent.namedChildren.some(
      (child) => child && child.id !== inner.id && Object.hasOwn(language.nodes, child.type),
    );
    if (isShared) break;
    outer = parent;
  }
  return outer;
}

function withLeading(node: SyntaxNode, language: SymbolLanguage): number {
  let start = node;
  for (let before = node.previousSibling; before !== null; before = before.previousSibling) {
    if (!language.leading?.includes(before.type) || start.startPosition.row - before.endPosition.row > 1) break;
    start = before;
  }
  return start.startIndex;
}

/** Comments that end on the line above, and attributes between them. A blank line parts them from the declaration. */
function withDocs(
  from: number,
  root: SyntaxNode,
  text: string,
  lines: readonly Line[],
  language: SymbolLanguage,
): number {
  let start = from;
  for (;;) {
    const line = lineNumberAt(lines, start);
    const own = lines[line - 1];
    const above = lines[line - 2];
    if (own === undefined || above === undefined || text.slice(own.start, start).trim() !== "") return start;
    const last = above.start + text.slice(above.start, above.end).trimEnd().length - 1;
    if (last < above.start) return start;
    const node = ownerAt(root, last, language);
    if (node === null || !standsAlone(node, text, lines)) return start;
    if (node.type.includes("comment") && !language.isDoc(text.slice(node.startIndex, node.endIndex))) return start;
    start = node.startIndex;
  }
}

/** The comment or attribute whose text covers `offset`. */
function ownerAt(root: SyntaxNode, offset: number, language: SymbolLanguage): SyntaxNode | null {
  for (let node = root.descendantForIndex(offset, offset + 1); node !== null; node = node.parent) {
    if (/comment$/.test(node.type) && !/^doc_/.test(node.type)) return node;
    if (language.leading?.includes(node.type)) return node;
  }
  return null;
}

function standsAlone(node: SyntaxNode, text: string, lines: readonly Line[]): boolean {
  const line = lines[lineNumberAt(lines, node.startIndex) - 1];
  return line !== undefined && text.slice(line.start, node.startIndex).trim() === "";
}

/** A grammar that waits for a semicolon behind a block takes the comments before it along. */
function codeEndOf(node: SyntaxNode): number {
  for (let block: SyntaxNode | null = node; block !== null; block = block.lastChild) {
    let last = block.lastChild;
    while (last !== null && (/comment$/.test(last.type) || last.startIndex === last.endIndex))
      last = last.previousSibling;
    if (last?.type === "}" || last?.type === ";") return last.endIndex;
  }
  return node.endIndex;
}

function endOf(node: SyntaxNode, text: string, language: SymbolLanguage): number {
  let end = codeEndOf(node);
  if (language.semicolonParents?.includes(node.parent?.type ?? "")) {
    const behind = /^[ \t]*;/.exec(text.slice(end, end + 40));
    if (behind) end += behind[0].length;
  }
  while (end > node.startIndex && /\s/.test(text[end - 1] ?? "")) end -= 1;
  return end;
}
