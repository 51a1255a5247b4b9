import type { GrammarName } from "../../ports/mod.ts";
import { lineNumberAt, splitLines } from "../../text/mod.ts";
import { GRAMMAR_LENIENCIES } from "../grammar-gaps/leniencies.ts";
import { GRAMMAR_GAPS } from "../grammar-gaps/registry.ts";
import type { LanguageName } from "../languages.ts";
import type { Parsers, SyntaxNode } from "../parsers.ts";
import { positionAt } from "../position.ts";
import type { SyntaxProblem } from "../types.ts";

/** Half-open, in UTF-16 code units of the new text. */
export interface ChangedRange {
  readonly start: number;
  readonly end: number;
}

export interface GrammarFault {
  readonly start: number;
  readonly end: number;
  /** A token the parser put in to go on; null: text it could make nothing of. */
  readonly missing: string | null;
}

export interface GrammarReading {
  /** In the order of the text; none when the grammar reads it. */
  readonly faults: readonly GrammarFault[];
  /** What was read, and what the faults' offsets are in. Its lines are those of the text. */
  readonly text: string;
}

/**
 * Reads `text`, and where the grammar reports errors reads it once more with what the grammar is known not to know put
 * in other words: then only what is wrong in both is. null: the host has no such grammar, or the parser gave up.
 */
export async function readByGrammar(
  parsers: Parsers,
  language: LanguageName,
  grammar: GrammarName,
  text: string,
): Promise<GrammarReading | null> {
  const read = (root: SyntaxNode) => faultsOf(root, language);
  const sound = await parsers.withSoundTree(grammar, text, read);
  if (sound === null) return null;
  if (sound !== "unsound") return { faults: sound, text };
  const rewritten = (GRAMMAR_GAPS[language] ?? []).reduce((before, gap) => gap.rewrite(before), text);
  const again = rewritten === text ? "unsound" : await parsers.withSoundTree(grammar, rewritten, read);
  const faults = again === "unsound" ? await parsers.withTree(grammar, rewritten, read) : again;
  return faults && { faults, text: rewritten };
}

function faultsOf(root: SyntaxNode, language: LanguageName): GrammarFault[] {
  const faults: GrammarFault[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.isMissing) faults.push({ start: node.startIndex, end: node.startIndex, missing: node.type });
    else if (node.isError) faults.push({ start: node.startIndex, end: node.endIndex, missing: null });
    else if (node.hasError) for (const child of node.children) if (child) visit(child);
  };
  if (root.hasError) visit(root);
  const accepted = GRAMMAR_LENIENCIES[language]?.(root) ?? [];
  return [
    ...faults,
    ...accepted.map(({ startIndex, endIndex }) => ({ start: startIndex, end: endIndex, missing: null })),
  ];
}

/** Names what an edit broke: the fault that touches the changed lines, at its changed part, or else the first. */
export function describeFault(text: string, reading: GrammarReading, changed: ChangedRange): SyntaxProblem | null {
  const first = positionAt(text, changed.start).line;
  const last = positionAt(text, changed.end).line;
  const lines = splitLines(reading.text);
  const placed = reading.faults.map((fault) => ({
    ...fault,
    from: Math.max(1, lineNumberAt(lines, fault.start)),
    to: Math.max(1, lineNumberAt(lines, fault.end)),
  }));
  const fault = placed.find(({ from, to }) => from <= last && to >= first) ?? placed[0];
  if (fault === undefined) return null;
  const isExact = reading.text === text;
  const covers = isExact
    ? fault.start <= changed.start && fault.end >= changed.start
    : fault.from <= first && fault.to >= first;
  const at = skipBlanks(text, covers ? changed.start : isExact ? fault.start : lineStart(text, fault.from));
  const { line, column } = positionAt(text, at);
  const rest = text.slice(at, at + 40).split(/[\r\n]/)[0] ?? "";
  const found = rest.trim() || (at >= text.length ? "end of file" : "end of line");
  const expected =
    fault.missing && /[a-z]{2}/i.test(fault.missing) ? fault.missing.replaceAll("_", " ") : fault.missing;
  const what = found.startsWith("end of") ? found : JSON.stringify(found);
  return {
    line,
    column,
    found,
    ...(expected !== null && { expected }),
    message:
      expected === null ? `line ${line}: not understood at ${what}` : `line ${line}: "${expected}" is due at ${what}`,
  };
}

function lineStart(text: string, line: number): number {
  return splitLines(text)[line - 1]?.start ?? text.length;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}
