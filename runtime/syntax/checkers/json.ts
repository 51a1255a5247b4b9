import type { ParseError } from "jsonc-parser";
import { findLexicalProblem } from "../lexical/find-problem.ts";
import { positionAt } from "../position.ts";
import type { SyntaxProblem } from "../types.ts";
import { isCommentedJson } from "./commented-json.ts";

/** What jsonc-parser calls its errors, in words; the numbers are its `ParseErrorCode`. */
const EXPECTATIONS: Readonly<Record<number, { readonly expected?: string; readonly what: string }>> = {
  1: { what: "an unknown word" },
  2: { what: "a malformed number" },
  3: { expected: "a property name in double quotes", what: "a property name is due" },
  4: { expected: "a value", what: "a value is due" },
  5: { expected: ":", what: '":" is due' },
  6: { expected: ",", what: '"," is due' },
  7: { expected: "}", what: '"}" is due' },
  8: { expected: "]", what: '"]" is due' },
  9: { expected: "end of file", what: "the value has ended" },
  10: { what: "comments are not JSON" },
  11: { expected: "*/", what: 'the comment is not closed by "*/"' },
  12: { expected: '"', what: "the string is not closed" },
  13: { what: "the number ends too early" },
  14: { what: "a malformed unicode escape" },
  15: { what: "an unknown escape" },
  16: { what: "a control character in a string must be escaped" },
};

/** @param hasComments The file already uses what only JSON with comments has, whatever its name. */
export async function jsonProblem(path: string, text: string, hasComments: boolean): Promise<SyntaxProblem | null> {
  if (!hasComments && !isCommentedJson(path)) {
    try {
      JSON.parse(text);
      return null;
    } catch {
      return (await commentedProblem(text, false)) ?? { line: 1, message: "not valid JSON" };
    }
  }
  return commentedProblem(text, true);
}

/** True for a text whose comments are all that keeps it from being JSON, trailing commas aside. */
export async function hasJsonComments(text: string): Promise<boolean> {
  if (!text.includes("/") || (await commentedProblem(text, true)) !== null) return false;
  const { parse } = await import("jsonc-parser");
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: true });
  return errors.some(({ error }) => error === COMMENT);
}

/** `ParseErrorCode.InvalidCommentToken`, a const enum that the package leaves no value of. */
const COMMENT = 10;

async function commentedProblem(text: string, comments: boolean): Promise<SyntaxProblem | null> {
  const { parse } = await import("jsonc-parser");
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: !comments, allowTrailingComma: comments, allowEmptyContent: comments });
  const [first] = errors;
  if (first === undefined) return null;
  const { line, column } = positionAt(text, first.offset);
  const { expected, what } = EXPECTATIONS[first.error] ?? { what: "not valid JSON" };
  const opener = first.error === 7 || first.error === 8 ? openerIn(text) : undefined;
  const found = text.slice(first.offset, first.offset + Math.min(Math.max(first.length, 1), 40)) || "end of file";
  const place = opener === undefined ? "" : ` to close "${opener.text}" of line ${opener.line}`;
  return {
    line,
    column,
    found,
    ...(expected !== undefined && { expected }),
    ...(opener && { opener }),
    message: `line ${line}: ${what}${place}, found ${quoted(found)}`,
  };
}

/** JSON's strings, comments and brackets are those of JavaScript. */
function openerIn(text: string): SyntaxProblem["opener"] {
  const opener = findLexicalProblem(text, "javascript")?.opener;
  return opener && { text: opener.text, line: positionAt(text, opener.at).line };
}

function quoted(found: string): string {
  return found === "end of file" ? found : JSON.stringify(found);
}
