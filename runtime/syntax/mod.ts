/**
 * What a text of some language is made of: whether it still parses after an edit, and where its declarations begin and
 * end. Correct code is never called wrong, and an extent that can't be told is never guessed. Pure, over a port that
 * hands out grammars; parsers load on first use.
 */
export { checkSyntax, type SyntaxDeps } from "./check-syntax.ts";
export { type LanguageName, languageOf } from "./languages.ts";
export { isNestedTooDeep, isYamlNestedTooDeep } from "./nesting.ts";
export { createParsers, type Parsers } from "./parsers.ts";
export { findStringLines, type StringQuery } from "./string-lines.ts";
export { findSymbol, listSymbols, type SymbolOutcome, type SymbolQuery } from "./symbols/find-symbol.ts";
export { type DeclaredSymbol, SYMBOL_KINDS, type SymbolKind } from "./symbols/types.ts";
export type { CheckKind, SyntaxProblem, SyntaxRequest, SyntaxVerdict } from "./types.ts";
