import type { LexicalScan } from "./scan.ts";
import type { Step, StringRule } from "./types.ts";

/** A string that starts with `open` and follows `rule` from there. */
export function string(open: string, rule: StringRule): Step {
  return (scan) => {
    if (!scan.startsWith(open)) return false;
    openString(scan, open, rule);
    return true;
  };
}

/** Starts a string whose opening quote stands at `scan.at`. */
export function openString(scan: LexicalScan, open: string, rule: StringRule): void {
  const at = scan.at;
  scan.take(open.length);
  scan.readString({ rule, opener: open, at });
}

/** `"..."` or `'...'` on one line, with backslash escapes. */
export function plainString(quote: string, rule: Partial<StringRule> = {}): Step {
  return string(quote, { close: quote, escape: "\\", ...rule });
}

/** How often `character` stands in a row from `from`. */
export function runLength(text: string, from: number, character: string): number {
  let end = from;
  while (text[end] === character) end += 1;
  return end - from;
}
