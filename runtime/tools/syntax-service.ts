/** "parser": a parser of the language read the text. "lexical": only strings, comments and brackets were paired up. */
export type CheckKind = "parser" | "lexical";

/** Lines and columns count from 1. */
export interface SyntaxProblem {
  readonly line: number;
  readonly column?: number;
  readonly found?: string;
  readonly expected?: string;
  readonly opener?: { readonly text: string; readonly line: number };
  readonly message: string;
}

export type SyntaxVerdict =
  | { readonly kind: "ok"; readonly check: CheckKind }
  | ({ readonly kind: "invalid"; readonly check: CheckKind; readonly preExisting?: true } & SyntaxProblem)
  | { readonly kind: "unchecked" };

/** One declaration; offsets half-open, lines from 1. */
export interface DeclaredSymbol {
  readonly name: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
}

export type SymbolOutcome =
  | { readonly kind: "found"; readonly extent: CheckKind; readonly symbol: DeclaredSymbol }
  | { readonly kind: "ambiguous"; readonly candidates: readonly DeclaredSymbol[] }
  | { readonly kind: "missing"; readonly symbols: readonly DeclaredSymbol[] }
  | { readonly kind: "broken"; readonly symbol: DeclaredSymbol };

/** What the tools ask of parsers. Parsers load on first use. */
export interface SyntaxService {
  check(request: {
    readonly path: string;
    readonly before: string | null;
    readonly after: string;
  }): Promise<SyntaxVerdict>;
  find(query: {
    readonly path: string;
    readonly text: string;
    readonly symbol: string;
    readonly kind?: string;
  }): Promise<SymbolOutcome>;
}
