import { blockComment, lineComment } from "../comments.ts";
import { afterOperator, slashRegex } from "../regex.ts";
import { plainString } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

const BEFORE_REGEX = new Set([
  "return",
  "typeof",
  "case",
  "in",
  "of",
  "do",
  "else",
  "void",
  "delete",
  "throw",
  "new",
  "await",
  "yield",
]);

/** JavaScript and TypeScript, without JSX: text between tags would need a parser. */
export const javascript: LexicalRules = {
  brackets: "()[]{}",
  steps: {
    "/": [lineComment("//"), blockComment("/*", "*/"), slashRegex((scan) => afterOperator(scan, BEFORE_REGEX))],
    '"': [plainString('"')],
    "'": [plainString("'")],
    "`": [plainString("`", { multiline: true, interpolations: [{ open: "${", closer: "}" }] })],
  },
};
