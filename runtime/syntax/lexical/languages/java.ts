import { blockComment, lineComment } from "../comments.ts";
import { plainString, string } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

export const java: LexicalRules = {
  brackets: "()[]{}",
  steps: {
    "/": [lineComment("//"), blockComment("/*", "*/")],
    '"': [string('"""', { close: '"""', escape: "\\", multiline: true }), plainString('"')],
    "'": [plainString("'")],
  },
};
