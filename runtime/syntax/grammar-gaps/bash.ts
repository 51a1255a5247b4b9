import { bash as bashRules } from "../lexical/languages/bash.ts";
import { LexicalScan } from "../lexical/scan.ts";
import { type Gap, gap } from "./gap.ts";

export const bash: readonly Gap[] = [
  gap("escapes before a brace or in a here-document", /\\[\\$"`]/g, () => "__"),
  gap("arithmetic", /\(\(([^()'"`]*(?:\([^()'"`]*\)[^()'"`]*)*)\)\)/g, (_, inside) => `((1${inside.replace(/[^\r\n]+/g, "")}))`),
  gap("operators of a parameter expansion", /\$\{([#!]?\w+(?:\[[^\]\s]*\])?)[^\s\w${}`'"[][^${}`'"\r\n]*\}/g, (_, name) => `\${${name}}`),
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

/** Every string and `${...}` becomes a word; the pairing of what is in them is the scan's business. */
function quotedAsWords(text: string): string {
  const spans: [number, number][] = [];
  const scan = new LexicalScan(text, bashRules);
  scan.onString = (start, end) => spans.push([start, end]);
  scan.onClose = (frame, end) => {
    if (frame.opener === "${") spans.push([frame.at, end]);
  };
  if (scan.run() !== null) return text;
  let rewritten = "";
  let done = 0;
  for (const [start, end] of spans.sort(([one], [other]) => one - other)) {
    if (start < done) continue;
    rewritten += `${text.slice(done, start)}x${text.slice(start, end).replace(/[^\r\n]+/g, "")}`;
    done = end;
  }
  return rewritten + text.slice(done);
}
