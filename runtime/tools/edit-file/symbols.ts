import type { DeclaredSymbol, SymbolOutcome } from "../../syntax/mod.ts";
import { parserFailureField } from "../check-candidate.ts";
import { failure, type ToolFailure } from "../types.ts";
import { TOOL } from "./candidate.ts";

/** How many symbols a refusal lists. */
const LISTED_SYMBOLS = 50;

/** Why a symbol names no extent that could be shown or replaced. */
export function refusedSymbol(
  path: string,
  symbol: string,
  outcome: Exclude<SymbolOutcome, { readonly kind: "found" }>,
): ToolFailure {
  const start = `${TOOL}: "${path}" is unchanged: `;
  const failed = parserFailureField(outcome);
  if (outcome.kind === "broken") {
    const message = `${start}where ${symbol} ends cannot be told, since a syntax error stands in it; use str_replace`;
    return failure("not_found", message, { path, symbols: listed([outcome.symbol]), ...failed });
  }
  if (outcome.kind === "ambiguous") {
    const { candidates } = outcome;
    const named = candidates.slice(0, 10).map(({ name, kind, startLine }) => `${kind} ${name} at line ${startLine}`);
    const message = `${start}${symbol} names ${candidates.length} declarations (${named.join(", ")}); name one by its owner, such as Class.method, or pass symbol_kind`;
    return failure("ambiguous", message, { path, symbols: listed(candidates), ...failed });
  }
  const { symbols } = outcome;
  const names = symbols.slice(0, 10).map(({ name }) => name);
  const there = names.length === 0 ? "no declaration was found in it" : `it declares ${names.join(", ")}`;
  const more = symbols.length > names.length ? ` and ${symbols.length - names.length} more` : "";
  const message = `${start}no declaration is called ${symbol}; ${there}${more}. Pass one of these, or use str_replace`;
  return failure("not_found", message, { path, symbols: listed(symbols), symbol_count: symbols.length, ...failed });
}

function listed(symbols: readonly DeclaredSymbol[]) {
  return symbols.slice(0, LISTED_SYMBOLS).map(({ name, kind, startLine, endLine }) => ({
    name,
    kind,
    start_line: startLine,
    end_line: endLine,
  }));
}
