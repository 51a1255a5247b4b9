import type { DeclaredSymbol, SymbolOutcome } from "../../syntax/mod.ts";
import { parserFailureField } from "../check-candidate.ts";
import { failure, type ToolFailure } from "../types.ts";
import type { EditFileArguments } from "./arguments.ts";
import { TOOL } from "./candidate.ts";

/** How many symbols a refusal lists. */
const LISTED_SYMBOLS = 50;

/** Why a symbol names no extent that could be shown or replaced. */
export function refusedSymbol(
  path: string,
  symbol: string,
  outcome: Exclude<SymbolOutcome, { readonly kind: "found" }>,
  { kind: asked, occurrence }: Narrowing,
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
    const places = candidates.length === 1 ? "one declaration" : `${candidates.length} declarations`;
    const outside = occurrence === undefined ? "" : `, and occurrence ${occurrence} is none of them`;
    const message =
      `${start}${symbol} names ${places} (${named.join(", ")})${outside}; name one by its owner, such as Class.method, ` +
      `pass symbol_kind, or pass occurrence, from 1 to ${candidates.length}`;
    return failure("ambiguous", message, { path, symbols: listed(candidates), ...failed });
  }
  const { symbols, otherKinds, knownKinds } = outcome;
  if (knownKinds !== undefined) {
    const message = `${start}symbol_kind "${asked}" is none that is known: ${knownKinds.join(", ")}. Pass one of these, or leave it out`;
    return failure("bad_argument", message, { path, argument: "symbol_kind", known_kinds: [...knownKinds], ...failed });
  }
  if (otherKinds !== undefined) {
    const named = otherKinds.slice(0, 10).map(({ kind, startLine }) => `${kind} at line ${startLine}`);
    const message = `${start}${symbol} is declared as ${named.join(", ")}, not as ${asked}; pass that symbol_kind, or leave it out`;
    return failure("not_found", message, { path, symbols: listed(otherKinds), ...failed });
  }
  const names = symbols.slice(0, 10).map(({ name }) => name);
  const there = names.length === 0 ? "no declaration was found in it" : `it declares ${names.join(", ")}`;
  const more = symbols.length > names.length ? ` and ${symbols.length - names.length} more` : "";
  const message = `${start}no declaration is called ${symbol}; ${there}${more}. Pass one of these, or use str_replace`;
  return failure("not_found", message, { path, symbols: listed(symbols), symbol_count: symbols.length, ...failed });
}

/** A text for one name in the place of a declaration of several would take the others away. */
export function sharedSymbol(path: string, symbol: string, found: DeclaredSymbol): ToolFailure {
  const { startLine, endLine } = found;
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
  const message = `${TOOL}: "${path}" is unchanged: ${symbol} is declared together with other names at ${lines}; use str_replace there`;
  return failure("ambiguous", message, { path, symbols: listed([found]) });
}

interface Narrowing {
  readonly kind?: string;
  readonly occurrence?: number;
}

/** What narrows a name. Models fill in "" and 0 where they mean nothing. */
export function narrowed({
  symbol_kind,
  occurrence,
}: Pick<EditFileArguments, "symbol_kind" | "occurrence">): Narrowing {
  return { ...(symbol_kind && { kind: symbol_kind }), ...(occurrence && { occurrence }) };
}

function listed(symbols: readonly DeclaredSymbol[]) {
  return symbols.slice(0, LISTED_SYMBOLS).map(({ name, kind, startLine, endLine }) => ({
    name,
    kind,
    start_line: startLine,
    end_line: endLine,
  }));
}
