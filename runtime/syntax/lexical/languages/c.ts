import { blockComment, continuedLineComment } from "../comments.ts";
import { cDirective } from "../preprocessor.ts";
import { openString, plainString } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

const RAW_PREFIX = /^(?:u8|u|U|L)?R$/;
const RAW_DELIMITER = /"([^ ()\\\t\v\f\n\r]{0,16})\(/y;

/** C and C++: raw strings never start with a name that ends in R in C, so one rule serves both. */
export const c: LexicalRules = {
  brackets: "()[]{}",
  steps: {
    "/": [continuedLineComment, blockComment("/*", "*/")],
    '"': [plainString('"')],
    "'": [plainString("'")],
  },
  // The apostrophe in a number parts its digits.
  word: /\d(?:[\p{L}\p{N}_.]|'(?=[\p{L}\p{N}]))*|[\p{L}\p{N}_$]+/uy,
  onWord: (scan, word) => {
    if (!RAW_PREFIX.test(word)) return;
    RAW_DELIMITER.lastIndex = scan.at;
    const found = RAW_DELIMITER.exec(scan.text);
    if (found) openString(scan, found[0], { close: `)${found[1] ?? ""}"`, multiline: true });
  },
  onLineStart: cDirective,
};
