import { blockComment, lineComment } from "../comments.ts";
import type { LexicalScan } from "../scan.ts";
import { openString } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

const INTERPOLATIONS = [{ open: "${", closer: "}" }];

export const dart: LexicalRules = {
  brackets: "()[]{}",
  steps: {
    "/": [lineComment("//"), blockComment("/*", "*/", "nests")],
    '"': [(scan) => openQuote(scan, '"', false)],
    "'": [(scan) => openQuote(scan, "'", false)],
  },
  onWord: (scan, word) => {
    const quote = scan.text[scan.at];
    if (word === "r" && (quote === '"' || quote === "'")) openQuote(scan, quote, true);
  },
};

function openQuote(scan: LexicalScan, quote: string, raw: boolean): true {
  const multiline = scan.startsWith(quote.repeat(3));
  const open = multiline ? quote.repeat(3) : quote;
  openString(scan, open, { close: open, multiline, ...(raw ? {} : { escape: "\\", interpolations: INTERPOLATIONS }) });
  return true;
}
