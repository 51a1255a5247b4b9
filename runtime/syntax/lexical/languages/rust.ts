import { blockComment, lineComment } from "../comments.ts";
import type { LexicalScan } from "../scan.ts";
import { openString, plainString, runLength } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

/** A character, not a lifetime: one of these and the closing quote. */
const CHARACTER = /'(?:\\u\{[0-9a-fA-F_]+\}|\\x[0-9a-fA-F]{2}|\\.|[^\\'\n\r])'/uy;

export const rust: LexicalRules = {
  brackets: "()[]{}",
  steps: {
    "/": [lineComment("//"), blockComment("/*", "*/", "nests")],
    '"': [plainString('"', { multiline: true })],
    "'": [takeCharacter],
  },
  onWord: (scan, word) => {
    if (word !== "r" && word !== "br" && word !== "cr") return;
    const hashes = "#".repeat(runLength(scan.text, scan.at, "#"));
    if (scan.startsWith('"', hashes.length)) openString(scan, `${hashes}"`, { close: `"${hashes}`, multiline: true });
  },
};

/** `'a` without a second quote is a lifetime or a label and opens nothing. */
function takeCharacter(scan: LexicalScan): boolean {
  CHARACTER.lastIndex = scan.at;
  const found = CHARACTER.exec(scan.text);
  if (found === null) return false;
  scan.skipValueTo(scan.at + found[0].length);
  return true;
}
