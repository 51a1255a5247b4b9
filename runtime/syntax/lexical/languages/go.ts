import { blockComment, lineComment } from "../comments.ts";
import { plainString, string } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

export const go: LexicalRules = {
  brackets: "()[]{}",
  steps: {
    "/": [lineComment("//"), blockComment("/*", "*/")],
    '"': [plainString('"')],
    "'": [plainString("'")],
    "`": [string("`", { close: "`", multiline: true })],
  },
};
