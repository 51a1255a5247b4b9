export type FilterToken =
  | { readonly kind: "text"; readonly at: number; readonly value: string }
  | { readonly kind: "symbol"; readonly at: number; readonly value: string }
  | { readonly kind: "end"; readonly at: number };

export type FilterFault = { readonly kind: "refused"; readonly at: number; readonly message: string };

/** Longest first, so that "!=" is not read as "!". Words are symbols too; what they mean the parser decides. */
const SYMBOL = /==|!=|&&|\|\||[!(),]|\.?[A-Za-z_][A-Za-z0-9_]*/y;
const SPACE = /\s*/y;

/** The tokens of a filter, the last one always "end". `at` counts UTF-16 code units from 0. */
export function filterTokens(source: string): readonly FilterToken[] | FilterFault {
  const tokens: FilterToken[] = [];
  for (let at = afterSpace(source, 0); at < source.length; at = afterSpace(source, at)) {
    const quote = source[at];
    if (quote === '"' || quote === "'") {
      const literal = readText(source, at, quote);
      if (literal.kind === "refused") return literal;
      tokens.push({ kind: "text", at, value: literal.value });
      at = literal.end;
      continue;
    }
    SYMBOL.lastIndex = at;
    const value = SYMBOL.exec(source)?.[0];
    if (value === undefined) return refused(at, `${JSON.stringify(quote)} means nothing here`);
    tokens.push({ kind: "symbol", at, value });
    at += value.length;
  }
  return [...tokens, { kind: "end", at: source.length }];
}

function afterSpace(source: string, at: number): number {
  SPACE.lastIndex = at;
  return at + (SPACE.exec(source)?.[0].length ?? 0);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "\\": "\\",
  "/": "/",
  n: "\n",
  r: "\r",
  t: "\t",
};

type Literal = { readonly kind: "text"; readonly value: string; readonly end: number } | FilterFault;

function readText(source: string, start: number, quote: string): Literal {
  let value = "";
  for (let at = start + 1; at < source.length; at += 1) {
    const character = source[at] ?? "";
    if (character === quote) return { kind: "text", value, end: at + 1 };
    if (character !== "\\") {
      value += character;
      continue;
    }
    const escaped = ESCAPES[source[at + 1] ?? ""];
    if (escaped === undefined) {
      return refused(at, String.raw`the escape is none of \" \' \\ \/ \n \r \t`);
    }
    value += escaped;
    at += 1;
  }
  return refused(start, "the quoted text has no end");
}

function refused(at: number, message: string): FilterFault {
  return { kind: "refused", at, message };
}
