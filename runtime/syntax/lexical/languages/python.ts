import { lineComment } from "../comments.ts";
import type { LexicalScan } from "../scan.ts";
import { openString } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

const PREFIX = /^(?:[rubft]|[bft]r|r[bft])$/i;
const INTERPOLATED = { literals: ["{{"], interpolations: [{ open: "{", closer: "}", format: true }] };

export const python: LexicalRules = {
  brackets: "()[]{}",
  steps: {
    "#": [lineComment("#")],
    '"': [(scan) => openQuote(scan, "")],
    "'": [(scan) => openQuote(scan, "")],
    ":": [takeFormat],
  },
  onWord: (scan, word) => {
    const quote = scan.text[scan.at];
    if ((quote === '"' || quote === "'") && PREFIX.test(word)) openQuote(scan, word.toLowerCase());
  },
};

/** Raw strings keep their backslashes, but a quote behind one does not close them either. */
function openQuote(scan: LexicalScan, prefix: string): true {
  const quote = scan.text[scan.at] ?? "";
  const multiline = scan.startsWith(quote.repeat(3));
  const open = multiline ? quote.repeat(3) : quote;
  openString(scan, open, { close: open, escape: "\\", multiline, ...(/[ft]/.test(prefix) && INTERPOLATED) });
  return true;
}

/** `{x:>{width}}`: a format is text with interpolations of its own, up to the brace that ends it. */
function takeFormat(scan: LexicalScan): boolean {
  if (scan.formatHere() === undefined) return false;
  let at = scan.at + 1;
  while (at < scan.text.length && !"{}\n\r".includes(scan.text[at] ?? "")) at += 1;
  scan.at = at;
  return true;
}
