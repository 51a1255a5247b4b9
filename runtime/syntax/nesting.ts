import { LEXICAL_RULES, type LexicalLanguage } from "./lexical/registry.ts";
import { LexicalScan } from "./lexical/scan.ts";

/**
 * A text nested deeper is not handed to a parser. Parsers recurse, and what a stack that ran out does is not always an
 * error to catch: V8 ends the process when a regular expression is first compiled there. Code by people nests to about 30.
 */
export const MAX_NESTING = 250;

/** Whether a text's brackets nest too deep to parse. Those in strings count only when no scan can tell them apart. */
export function isNestedTooDeep(text: string, language?: LexicalLanguage): boolean {
  if (!bracketsExceed(text)) return false;
  if (language === undefined) return true;
  let deepest = 0;
  const scan: LexicalScan = new LexicalScan(text, LEXICAL_RULES[language], {
    onOpen: (depth) => {
      deepest = Math.max(deepest, depth);
    },
  });
  return scan.run() !== null || deepest > MAX_NESTING;
}

function bracketsExceed(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 40 || code === 91 || code === 123) {
      depth += 1;
      if (depth > MAX_NESTING) return true;
    } else if ((code === 41 || code === 93 || code === 125) && depth > 0) depth -= 1;
  }
  return false;
}

/** The same for YAML, whose blocks nest by indentation, and on one line by `- - -`. */
export function isYamlNestedTooDeep(text: string): boolean {
  return bracketsExceed(text) || DEEP_LINE.test(text);
}

const DEEP_LINE = new RegExp(`^[ ?-]{${2 * MAX_NESTING},}[^ ?-]`, "m");
