import type { GrammarName } from "../../ports/mod.ts";
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
  /** It was read only in other words, which hide what stands in quotes and brackets. */
  readonly isRewritten: boolean;
}

/**
 * Reads `text`, and where the grammar reports errors reads it once more with what the grammar is known not to know put
 * in other words. null: the host has no such grammar, or the parser gave up.
 */
export async function readByGrammar(
  parsers: Parsers,
  language: LanguageName,
  grammar: GrammarName,
  text: string,
): Promise<GrammarReading | null> {
  const faults = await parsers.withTree(grammar, text, faultsOf);
  if (faults === null) return null;
  const plain = { faults, isRewritten: false };
  const gaps = faults.length === 0 ? [] : (GRAMMAR_GAPS[language] ?? []);
  const rewritten = gaps.reduce((rewritten, gap) => gap.rewrite(rewritten), text);
  if (rewritten === text) return plain;
  const others = await parsers.withTree(grammar, rewritten, faultsOf);
  return others?.length === 0 ? { faults: [], isRewritten: true } : plain;
}

function faultsOf(root: SyntaxNode): GrammarFault[] {
  const faults: GrammarFault[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.isMissing) faults.push({ start: node.startIndex, end: node.startIndex, missing: node.type });
    else if (node.isError) faults.push({ start: node.startIndex, end: node.endIndex, missing: null });
    else if (node.hasError) for (const child of node.children) if (child) visit(child);
  };
  if (root.hasError) visit(root);
  return faults;
}

/** Names what an edit broke: the fault that touches the changed text, at its changed part, or else the first. */
export function describeFault(text: string, faults: readonly GrammarFault[], changed: ChangedRange): SyntaxProblem | null {
  const fault = faults.find(({ start, end }) => start <= changed.end && end >= changed.start) ?? faults[0];
  if (fault === undefined) return null;
  const covers = fault.start <= changed.start && fault.end >= changed.start;
  const at = skipBlanks(text, covers ? changed.start : fault.start);
  const { line, column } = positionAt(text, at);
  const rest = text.slice(at, at + 40).split(/[\r\n]/)[0] ?? "";
  const found = rest.trim() || (at >= text.length ? "end of file" : "end of line");
  const expected = fault.missing && /[a-z]{2}/i.test(fault.missing) ? fault.missing.replaceAll("_", " ") : fault.missing;
  const what = found.startsWith("end of") ? found : JSON.stringify(found);
  return {
    line,
    column,
    found,
    ...(expected !== null && { expected }),
    message: expected === null ? `line ${line}: not understood at ${what}` : `line ${line}: "${expected}" is due at ${what}`,
  };
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}
