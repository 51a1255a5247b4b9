import { blockComment, lineComment } from "../comments.ts";
import { csharpDirective } from "../preprocessor.ts";
import type { LexicalScan } from "../scan.ts";
import { openString, plainString, runLength } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

export const csharp: LexicalRules = {
  brackets: "()[]{}",
  steps: {
    "/": [lineComment("//"), blockComment("/*", "*/")],
    '"': [(scan) => openQuote(scan, 0, false)],
    "'": [plainString("'")],
    $: [openPrefixed],
    "@": [openPrefixed],
    ":": [takeFormat],
  },
  word: /[\p{L}\p{N}_]+/uy,
  onLineStart: csharpDirective,
};

/** `$"`, `@"`, `$@"`, `@$"`, `$$"""`. */
function openPrefixed(scan: LexicalScan): boolean {
  let end = scan.at;
  while (scan.text[end] === "$" || scan.text[end] === "@") end += 1;
  if (scan.text[end] !== '"') return false;
  const prefix = scan.text.slice(scan.at, end);
  scan.take(prefix.length);
  return openQuote(scan, prefix.split("$").length - 1, prefix.includes("@"));
}

/** @param dollars How many `$` stand before the quote; in raw strings as many braces start an interpolation. */
function openQuote(scan: LexicalScan, dollars: number, verbatim: boolean): true {
  const quotes = runLength(scan.text, scan.at, '"');
  if (quotes >= 3 && !verbatim) {
    const raw = '"'.repeat(quotes);
    const interpolations =
      dollars > 0 ? [{ open: "{".repeat(dollars), closer: "}".repeat(dollars), format: true }] : [];
    openString(scan, raw, { close: raw, multiline: true, interpolations });
    return true;
  }
  openString(scan, '"', {
    close: '"',
    ...(verbatim ? { doubled: true, multiline: true } : { escape: "\\" }),
    ...(dollars > 0 && { literals: ["{{"], interpolations: [{ open: "{", closer: "}", format: true }] }),
  });
  return true;
}

/** `{value:yyyy-MM-dd}`: what follows the colon is no code. Its closer is read by the bracket rule. */
function takeFormat(scan: LexicalScan): boolean {
  if (scan.formatHere() === undefined) return false;
  const end = scan.lineEnd(scan.at);
  let at = scan.at;
  while (at < end && scan.text[at] !== "}") at += scan.text[at] === "\\" ? 2 : 1;
  scan.at = at;
  return true;
}
