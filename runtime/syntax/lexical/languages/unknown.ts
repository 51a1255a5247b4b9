import { blockComment } from "../comments.ts";
import type { LexicalScan } from "../scan.ts";
import type { LexicalRules } from "../types.ts";

/** A language nobody knows: a quote that has no partner on its line is not one, and only whole lines are comments. */
export const unknown: LexicalRules = {
  brackets: "()[]{}",
  steps: {
    '"': [(scan) => takeQuoted(scan, '"')],
    "'": [(scan) => takeQuoted(scan, "'")],
    "/": [wholeLine("//"), blockComment("/*", "*/")],
    "#": [wholeLine("#")],
    "-": [wholeLine("--")],
    ";": [wholeLine(";")],
    "%": [wholeLine("%")],
  },
};

function takeQuoted(scan: LexicalScan, quote: string): boolean {
  const end = scan.lineEnd(scan.at);
  for (let at = scan.at + 1; at < end; at += 1) {
    if (scan.text[at] === "\\") at += 1;
    else if (scan.text[at] === quote) {
      scan.skipValueTo(at + 1);
      return true;
    }
  }
  return false;
}

function wholeLine(open: string) {
  return (scan: LexicalScan): boolean => {
    if (!scan.startsWith(open)) return false;
    let before = scan.at;
    while (" \t".includes(scan.text[before - 1] ?? "\n")) before -= 1;
    if (before > 0 && !/[\r\n]/.test(scan.text[before - 1] ?? "")) return false;
    scan.at = scan.lineEnd(scan.at);
    return true;
  };
}
