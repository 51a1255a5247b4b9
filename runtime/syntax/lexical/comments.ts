import type { Step } from "./types.ts";

export function lineComment(open: string): Step {
  return (scan) => {
    if (!scan.startsWith(open)) return false;
    scan.at = scan.lineEnd(scan.at);
    return true;
  };
}

/** A line comment that goes on behind a backslash at the line's end, as in C. */
export const continuedLineComment: Step = (scan) => {
  if (!scan.startsWith("//")) return false;
  let end = scan.lineEnd(scan.at);
  while (end < scan.text.length && scan.text[end - 1] === "\\") end = scan.lineEnd(scan.nextLine(end));
  scan.at = end;
  return true;
};

export function blockComment(open: string, close: string, nests: "nests" | "flat" = "flat"): Step {
  return (scan) => {
    if (!scan.startsWith(open)) return false;
    const opener = { text: open, at: scan.at };
    const end =
      nests === "nests" ? nestedEnd(scan.text, scan.at, open, close) : flatEnd(scan.text, scan.at, open, close);
    if (end < 0) scan.fail({ at: scan.text.length, found: "end of file", expected: close, opener });
    scan.at = end < 0 ? scan.text.length : end;
    return true;
  };
}

function flatEnd(text: string, at: number, open: string, close: string): number {
  const found = text.indexOf(close, at + open.length);
  return found < 0 ? -1 : found + close.length;
}

function nestedEnd(text: string, start: number, open: string, close: string): number {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    if (text.startsWith(open, at)) {
      depth += 1;
      at += open.length;
    } else if (text.startsWith(close, at)) {
      depth -= 1;
      at += close.length;
      if (depth === 0) return at;
    } else at += 1;
  }
  return -1;
}
