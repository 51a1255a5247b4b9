import { blockComment } from "../comments.ts";
import { plainString } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

const BARE_URL = /\(\s*(?!["'\s])(?:\\.|[^\\)"'])*\)/uy;

export const css: LexicalRules = {
  brackets: "()[]{}",
  steps: {
    "/": [blockComment("/*", "*/")],
    '"': [plainString('"')],
    "'": [plainString("'")],
    "\\": [
      (scan) => {
        scan.take(2);
        return true;
      },
    ],
  },
  word: /[\p{L}\p{N}_-]+/uy,
  onWord: (scan, word) => {
    if (word.toLowerCase() !== "url") return;
    BARE_URL.lastIndex = scan.at;
    const found = BARE_URL.exec(scan.text);
    if (found) scan.skipValueTo(scan.at + found[0].length);
  },
};
