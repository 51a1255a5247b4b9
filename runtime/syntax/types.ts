/** "parser": a parser of the language read the text. "lexical": only strings, comments and brackets were paired up. */
export type CheckKind = "parser" | "lexical";

/** The first syntax error of a text. Lines and columns count from 1; columns in UTF-16 code units. */
export interface SyntaxProblem {
  readonly line: number;
  readonly column?: number;
  /** What stands there: a piece of the text, or "end of line", "end of file". */
  readonly found?: string;
  /** What would have to stand there. */
  readonly expected?: string;
  /** What was opened and waits for `expected`. */
  readonly opener?: { readonly text: string; readonly line: number };
  /** A sentence without a full stop, with the line in it. */
  readonly message: string;
}

export type SyntaxVerdict = { readonly parserFailure?: string } & (
  | { readonly kind: "ok"; readonly check: CheckKind }
  | ({
      readonly kind: "invalid";
      readonly check: CheckKind;
      /** The text before the edit failed in the same way, wherever in it. */
      readonly preExisting?: true;
    } & SyntaxProblem)
  | { readonly kind: "unchecked" }
);

export interface SyntaxRequest {
  /** Decides the language, by its name and extension; nothing is read from it. */
  readonly path: string;
  /** The file's text before the edit; null for a new file. */
  readonly before: string | null;
  readonly after: string;
}
