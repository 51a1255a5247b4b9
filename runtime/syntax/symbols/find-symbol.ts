import type { SyntaxDeps } from "../check-syntax.ts";
import { languageOf } from "../languages.ts";
import { isWhole } from "../lexical/find-problem.ts";
import { MAX_PARSED_LENGTH } from "../limits.ts";
import { parserFailureOf } from "../parser-failure.ts";
import type { SyntaxNode } from "../parsers.ts";
import type { CheckKind } from "../types.ts";
import { holdsWholeConditionals } from "./conditionals.ts";
import { KNOWN_KINDS, lookUp } from "./lookup.ts";
import { readLines } from "./read-lines.ts";
import { readDeclarations } from "./read-tree.ts";
import { SYMBOL_LANGUAGES } from "./registry.ts";
import type { Declaration, DeclaredSymbol } from "./types.ts";

export interface SymbolQuery {
  readonly path: string;
  readonly text: string;
  /** `name`, or with its owner: `Class.method`, `Type::f`, `(*T).M`, `A#b`, `impl Trait for Type`. */
  readonly symbol: string;
  /** A kind (`method`) or a family (`function`, `type`, `var`) that narrows the search. */
  readonly kind?: string;
  /** Which of several that the name means, in the order of the text, from 1. */
  readonly occurrence?: number;
}

export type SymbolOutcome = FailedParser &
  (
    | ({ readonly kind: "found"; readonly extent: CheckKind; readonly symbol: DeclaredSymbol } & Extent)
    | { readonly kind: "ambiguous"; readonly candidates: readonly DeclaredSymbol[] }
    /** `symbols`: what the file declares instead, without what is local to a function. */
    | {
        readonly kind: "missing";
        readonly symbols: readonly DeclaredSymbol[];
        /** What the name means in other kinds than the one asked for. */
        readonly otherKinds?: readonly DeclaredSymbol[];
        /** The kind asked for is none of these. */
        readonly knownKinds?: readonly string[];
      }
    /** It starts there, but a syntax error in it hides where it ends. */
    | { readonly kind: "broken"; readonly symbol: DeclaredSymbol }
  );

/** Why a parser that there is did not look; the lines were then read without one. */
interface FailedParser {
  readonly parserFailure?: string;
}

type Extent = Pick<DeclaredSymbol, "start" | "end" | "startLine" | "endLine">;

/** Finds the one declaration a name means. Never guesses: several are listed, and so is what there is when none fits. */
export async function findSymbol(
  { path, text, symbol, kind, occurrence }: SymbolQuery,
  deps: SyntaxDeps,
): Promise<SymbolOutcome> {
  const { extent, declarations, ...failed } = await declarationsOf(path, text, deps);
  const fitting = lookUp(declarations, symbol, kind);
  if (fitting.length === 0) {
    return { kind: "missing", symbols: listed(declarations), ...otherKinds(declarations, symbol, kind), ...failed };
  }
  const only = fitting.length === 1 && occurrence === undefined ? fitting[0] : fitting[(occurrence ?? 0) - 1];
  if (only === undefined) return { kind: "ambiguous", candidates: fitting.map(plain), ...failed };
  return { ...(only.isBroken ? byLines(path, text, only) : found(only, extent)), ...failed };
}

function otherKinds(declarations: readonly Declaration[], symbol: string, kind: string | undefined) {
  if (kind === undefined) return {};
  if (!KNOWN_KINDS.includes(kind.toLowerCase())) return { knownKinds: KNOWN_KINDS };
  const others = lookUp(declarations, symbol, undefined);
  return others.length === 0 ? {} : { otherKinds: others.map(plain) };
}

/** Every declaration that something outside it can name, in the order of the text. */
export async function listSymbols(
  { path, text }: { readonly path: string; readonly text: string },
  deps: SyntaxDeps,
): Promise<{ readonly extent: CheckKind; readonly symbols: readonly DeclaredSymbol[] } & FailedParser> {
  const { declarations, ...rest } = await declarationsOf(path, text, deps);
  return { ...rest, symbols: listed(declarations) };
}

interface Reading extends FailedParser {
  readonly extent: CheckKind;
  readonly declarations: readonly Declaration[];
}

async function declarationsOf(path: string, text: string, deps: SyntaxDeps): Promise<Reading> {
  const language = languageOf(path, text);
  const { grammar, lexical } = language ?? {};
  const rules = grammar && SYMBOL_LANGUAGES[grammar];
  const byLines = (): Reading => ({ extent: "lexical", declarations: readLines(text, lexical, language?.name ?? "") });
  if (grammar === undefined || rules === undefined || text.length > MAX_PARSED_LENGTH) return byLines();
  try {
    const read = (root: SyntaxNode) => readDeclarations(root, text, rules, lexical);
    const declarations = await deps.parsers.withTree(grammar, text, read);
    return declarations === null ? byLines() : { extent: "parser", declarations };
  } catch (error) {
    return { ...byLines(), parserFailure: parserFailureOf(language?.name ?? grammar, error) };
  }
}

/** The parser lost its way inside: the lines decide, if they agree on where it starts and their brackets close. */
function byLines(path: string, text: string, broken: Declaration): SymbolOutcome {
  const language = languageOf(path, text);
  const candidates = readLines(text, language?.lexical, language?.name ?? "").filter(
    (declaration) => declaration.path.at(-1) === broken.path.at(-1) && declaration.startLine === broken.startLine,
  );
  const [only] = candidates;
  if (only === undefined || candidates.length > 1 || language?.lexical === undefined)
    return { kind: "broken", symbol: plain(broken) };
  const piece = text.slice(only.start, only.end);
  return isWhole(piece, language.lexical) && holdsWholeConditionals(piece) && /[};]$/.test(piece)
    ? found(only, "lexical")
    : { kind: "broken", symbol: plain(broken) };
}

function found(declaration: Declaration, extent: CheckKind): SymbolOutcome {
  const symbol = plain(declaration);
  const { start, end, startLine, endLine } = symbol;
  return { kind: "found", extent, start, end, startLine, endLine, symbol };
}

function listed(declarations: readonly Declaration[]): DeclaredSymbol[] {
  return declarations.filter(({ isLocal }) => !isLocal).map(plain);
}

function plain({ name, kind, start, end, startLine, endLine, isShared }: Declaration): DeclaredSymbol {
  return { name, kind, start, end, startLine, endLine, ...(isShared && { isShared }) };
}
