import { findLexicalProblem } from "../lexical/find-problem.ts";
import type { LexicalLanguage } from "../lexical/registry.ts";
import type { LexicalProblem } from "../lexical/types.ts";
import { positionAt } from "../position.ts";
import type { SyntaxProblem } from "../types.ts";

/** The first bracket, quote or comment without its partner. */
export function lexicalProblem(text: string, language: LexicalLanguage): SyntaxProblem | null {
  const problem = findLexicalProblem(text, language);
  return problem && describe(text, problem);
}

function describe(text: string, { at, found, expected, opener }: LexicalProblem): SyntaxProblem {
  const { line, column } = positionAt(text, at);
  const what = /^(?:end of |deeper |indentation$)/.test(found) ? found : `"${found}"`;
  if (opener === undefined) {
    if (expected === undefined) return { line, column, found, message: `line ${line}: ${what} is one too many` };
    return { line, column, found, expected, message: `line ${line}: ${what} where ${expected} is due` };
  }
  const opened = { text: opener.text, line: positionAt(text, opener.at).line };
  const place = opened.line === line ? "" : ` of line ${opened.line}`;
  return {
    line,
    column,
    found,
    ...(expected !== undefined && { expected }),
    opener: opened,
    message: `line ${line}: ${what} where "${expected}" must close "${opened.text}"${place}`,
  };
}
