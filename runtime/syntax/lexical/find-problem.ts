import { findIndentationProblem } from "./indentation.ts";
import type { Reading } from "./preprocessor.ts";
import { LEXICAL_RULES, type LexicalLanguage } from "./registry.ts";
import { LexicalScan } from "./scan.ts";
import type { LexicalProblem } from "./types.ts";

/**
 * The first bracket, quote or comment that does not pair up, or null. A text with conditional compilation is at fault
 * only if it is so in every reading of its branches; one whose macros hold half a block can't be judged and has none.
 */
export function findLexicalProblem(text: string, language: LexicalLanguage): LexicalProblem | null {
  const first = scanned(text, language, "first");
  if (first.problem === null && language === "python") return findIndentationProblem(text);
  if (first.problem === null || first.hasUnbalancedMacro) return null;
  const others: Reading[] = !CONDITIONAL.test(text)
    ? []
    : first.hasSplitBlocks
      ? ["none", "undefined", "defined"]
      : ["none"];
  return others.every((reading) => scanned(text, language, reading).problem !== null) ? first.problem : null;
}

const CONDITIONAL = /^[ \t]*#[ \t]*if/m;

function scanned(text: string, language: LexicalLanguage, reading: Reading): LexicalScan {
  const scan = new LexicalScan(text, LEXICAL_RULES[language], {}, reading);
  scan.run();
  return scan;
}

/** Whether every bracket, quote and comment of a piece of code pairs up inside it. */
export function isWhole(code: string, language: LexicalLanguage): boolean {
  return findLexicalProblem(language === "php" ? `<?php ${code}` : code, language) === null;
}
