import { bash as bashRules } from "../lexical/languages/bash.ts";
import { LexicalScan } from "../lexical/scan.ts";
import { type Gap, gap } from "./gap.ts";

export const bash: readonly Gap[] = [
  gap("fall-through in case", /;;?&/g, (found) => ";;".padEnd(found.length)),
  gap("a file opened for reading and writing", /<>/g, () => "< "),
  gap("escapes before a brace or in a here-document", /\\[\\$"`]/g, () => "__"),
  gap(
    "arithmetic",
    /(\bfor\s*)?\(\(([^()'"`]*(?:\([^()'"`]*\)[^()'"`]*)*)\)\)/g,
    (_, loop = "", inside = "") => `${loop}((${loop === "" ? "1" : ";;"}${inside.replace(/[^\r\n]+/g, "")}))`,
  ),
  gap(
    "operators of a parameter expansion",
    /\$\{([#!]?\w+(?:\[[^\]\s]*\])?)[^\s\w${}`'"[\\][^${}`'"\\\r\n]*\}/g,
    (_, name) => `\${${name}}`,
  ),
  gap("extended patterns", /[!?*+@]\([^()\s'"`$]*\)/g, () => "x"),
  { construct: "nested brace expansions", rewrite: withoutBraceExpansions },
  { construct: "quotes and expansions inside each other", rewrite: quotedAsWords },
];

function withoutBraceExpansions(text: string): string {
  let before = text;
  for (;;) {
    const after = before.replace(/(?<!\$)\{[^\s{}'"$();]*,[^\s{}'"$();]*\}/g, "x");
    if (after === before) return after;
    before = after;
  }
}

/** Every string and `${...}` becomes a word, and here-documents go; the pairing of what is in them is the scan's business. */
function quotedAsWords(text: string): string {
  const spans: { readonly start: number; readonly end: number; readonly word: string }[] = [];
  const scan = new LexicalScan(text, bashRules, {
    onString: (start, end) => spans.push({ start, end, word: "x" }),
    onHereDocument: (start, end) => spans.push({ start, end, word: "" }),
    onClose: (frame, end) => {
      if (frame.opener === "${") spans.push({ start: frame.at, end, word: "x" });
    },
  });
  if (scan.run() !== null) return text;
  let rewritten = "";
  let done = 0;
  for (const { start, end, word } of spans.sort((one, other) => one.start - other.start)) {
    if (start < done) continue;
    rewritten += text.slice(done, start) + word + text.slice(start, end).replace(/[^\r\n]+/g, "");
    done = end;
  }
  return rewritten + text.slice(done);
}
