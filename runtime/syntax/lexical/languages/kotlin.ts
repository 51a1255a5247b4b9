import { blockComment, lineComment } from "../comments.ts";
import type { LexicalScan } from "../scan.ts";
import { openString, plainString, runLength, string } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

const TRIPLE = '"""';

export const kotlin: LexicalRules = {
  brackets: "()[]{}",
  steps: {
    "/": [lineComment("//"), blockComment("/*", "*/", "nests")],
    '"': [(scan) => openQuote(scan, "$")],
    "'": [plainString("'")],
    "`": [string("`", { close: "`" })],
    // `$$"..."`: as many dollars start an interpolation in the string.
    $: [
      (scan) => {
        const dollars = runLength(scan.text, scan.at, "$");
        if (scan.text[scan.at + dollars] !== '"') return false;
        scan.take(dollars);
        return openQuote(scan, "$".repeat(dollars));
      },
    ],
  },
  word: /[\p{L}\p{N}_]+/uy,
};

function openQuote(scan: LexicalScan, dollars: string): true {
  const interpolations = [{ open: `${dollars}{`, closer: "}" }];
  if (scan.startsWith(TRIPLE))
    openString(scan, TRIPLE, { close: TRIPLE, multiline: true, longClose: true, interpolations });
  else openString(scan, '"', { close: '"', escape: "\\", interpolations });
  return true;
}
