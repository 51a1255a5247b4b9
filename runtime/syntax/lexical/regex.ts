import type { LexicalScan } from "./scan.ts";
import type { Step } from "./types.ts";

/**
 * A regex literal between slashes, on one line, when a value may start here. A slash that finds no partner on its line
 * is an operator: guessing wrong then hides no bracket.
 */
export function slashRegex(mayStart: (scan: LexicalScan) => boolean): Step {
  return (scan) => {
    if (!mayStart(scan)) return false;
    const end = regexEnd(scan.text, scan.at + 1);
    if (end < 0) return false;
    scan.skipValueTo(end);
    return true;
  };
}

/** Offset past the closing slash, or -1. A slash inside a character class does not close. */
function regexEnd(text: string, from: number): number {
  let inClass = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\n" || character === "\r") return -1;
    if (character === "\\") at += 1;
    else if (character === "[") inClass = true;
    else if (character === "]") inClass = false;
    else if (character === "/" && !inClass) return at === from ? -1 : at + 1;
  }
  return -1;
}

/** True after an operator, an opening bracket, one of `keywords`, or at the very start. */
export function afterOperator(scan: LexicalScan, keywords: ReadonlySet<string>): boolean {
  const { last } = scan;
  if (last === "" || keywords.has(last)) return true;
  return last.length === 1 && "([{,;:=!&|?<>~^+-*%\n".includes(last);
}
