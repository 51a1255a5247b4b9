import { blockComment, lineComment } from "../comments.ts";
import type { LexicalScan } from "../scan.ts";
import { openString, plainString, runLength, string } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

const TRIPLE = '"""';
const CHARACTER = /'(?:\\u+[0-9a-fA-F]{4}|\\.|[^\\'\n\r])'/uy;

const INTERPOLATED = { literals: ["$$"], interpolations: [{ open: "${", closer: "}" }] };

export const scala: LexicalRules = {
  brackets: "()[]{}",
  steps: {
    "/": [lineComment("//"), blockComment("/*", "*/", "nests")],
    '"': [string(TRIPLE, { close: TRIPLE, multiline: true, longClose: true }), plainString('"')],
    "'": [(scan) => openDedented(scan, false), takeCharacter],
    "`": [string("`", { close: "`" })],
  },
  word: /[\p{L}\p{N}_]+/uy,
  onWord: (scan) => {
    // A name directly before a quote makes the string an interpolated one.
    if (openDedented(scan, true) || !scan.startsWith('"')) return;
    if (scan.startsWith(TRIPLE))
      openString(scan, TRIPLE, { close: TRIPLE, multiline: true, longClose: true, ...INTERPOLATED });
    else openString(scan, '"', { close: '"', escape: "\\", ...INTERPOLATED });
  },
};

/** Three or more apostrophes: a string whose indentation is cut off. As many close it. */
function openDedented(scan: LexicalScan, interpolated: boolean): boolean {
  const quotes = "'".repeat(runLength(scan.text, scan.at, "'"));
  if (quotes.length < 3) return false;
  openString(scan, quotes, { close: quotes, multiline: true, ...(interpolated && INTERPOLATED) });
  return true;
}

/** `'x'`; an apostrophe that closes nothing is a symbol (`'name`) or a quote of Scala 3 (`'{`). */
function takeCharacter(scan: LexicalScan): boolean {
  CHARACTER.lastIndex = scan.at;
  const found = CHARACTER.exec(scan.text);
  if (found === null) return false;
  scan.skipValueTo(scan.at + found[0].length);
  return true;
}
