import type { LanguageName } from "../languages.ts";
import type { SyntaxNode } from "../parsers.ts";

const STATEMENT_LISTS: ReadonlySet<string> = new Set([
  "program",
  "body_statement",
  "block_body",
  "then",
  "else",
  "do",
  "begin",
]);

/** Nodes that a grammar accepts and the language does not. */
export const GRAMMAR_LENIENCIES: Readonly<Partial<Record<LanguageName, (root: SyntaxNode) => readonly SyntaxNode[]>>> =
  {
    // An `end` that closes nothing is read as a name.
    ruby: (root) =>
      root
        .descendantsOfType("identifier")
        .filter((node): node is SyntaxNode => node?.text === "end" && STATEMENT_LISTS.has(node.parent?.type ?? "")),
  };
