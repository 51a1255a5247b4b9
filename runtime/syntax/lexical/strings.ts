import type { LexicalScan } from "./scan.ts";
import type { Interpolation, OpenString, Step, StringRule } from "./types.ts";

/** A string that starts with `open` and follows `rule` from there. */
export function string(open: string, rule: StringRule): Step {
  return (scan) => {
    if (!scan.startsWith(open)) return false;
    openString(scan, open, rule);
    return true;
  };
}

/** `"..."` or `'...'` on one line, with backslash escapes. */
export function plainString(quote: string, rule: Partial<StringRule> = {}): Step {
  return string(quote, { close: quote, escape: "\\", ...rule });
}

/** Starts a string whose opening quote stands at `scan.at`. */
export function openString(scan: LexicalScan, open: string, rule: StringRule): void {
  const at = scan.at;
  scan.take(open.length);
  readString(scan, { rule, opener: open, at });
}

type Part =
  | { readonly kind: "text"; readonly length: number; readonly depth?: number }
  | { readonly kind: "interpolation"; readonly interpolation: Interpolation }
  | { readonly kind: "end" }
  | { readonly kind: "line end" };

/** Reads on in a string whose opening quote, or the last interpolation in it, lies just before `scan.at`. */
export function readString(scan: LexicalScan, string: OpenString): void {
  let depth = string.depth ?? 0;
  while (scan.at < scan.text.length) {
    const part = partAt(scan.text, scan.at, string.rule, depth);
    if (part.kind === "interpolation") {
      scan.open(part.interpolation.open, part.interpolation.closer, { ...string, depth });
      return;
    }
    if (part.kind === "end") {
      scan.skipValueTo(closeEnd(scan.text, scan.at, string.rule));
      scan.events.onString?.(string.at, scan.at);
      return;
    }
    if (part.kind === "line end") {
      failUnclosed(scan, string, "end of line");
      return;
    }
    depth = part.depth ?? depth;
    scan.at = Math.min(scan.at + part.length, scan.text.length);
  }
  failUnclosed(scan, string, "end of file");
}

const ONE: Part = { kind: "text", length: 1 };

function partAt(text: string, at: number, rule: StringRule, depth: number): Part {
  for (const literal of rule.literals ?? []) {
    if (text.startsWith(literal, at)) return { kind: "text", length: literal.length };
  }
  for (const interpolation of rule.interpolations ?? []) {
    if (text.startsWith(interpolation.open, at)) return { kind: "interpolation", interpolation };
  }
  if (rule.escape !== undefined && text.startsWith(rule.escape, at)) {
    const end = at + rule.escape.length;
    return { kind: "text", length: rule.escape.length + (text.startsWith("\r\n", end) ? 2 : 1) };
  }
  if (rule.nests !== undefined && text.startsWith(rule.nests, at)) {
    return { kind: "text", length: rule.nests.length, depth: depth + 1 };
  }
  if (text.startsWith(rule.close, at)) return closerAt(text, at, rule, depth);
  const isLineEnd = text[at] === "\n" || text[at] === "\r";
  return isLineEnd && !rule.multiline ? { kind: "line end" } : ONE;
}

function closerAt(text: string, at: number, rule: StringRule, depth: number): Part {
  const { close } = rule;
  if (depth > 0) return { kind: "text", length: close.length, depth: depth - 1 };
  if (rule.doubled && text.startsWith(close, at + close.length)) return { kind: "text", length: 2 * close.length };
  return { kind: "end" };
}

function closeEnd(text: string, at: number, rule: StringRule): number {
  let end = at + rule.close.length;
  if (rule.longClose) while (text[end] === rule.close[0]) end += 1;
  return end;
}

function failUnclosed(scan: LexicalScan, { rule, opener, at }: OpenString, found: string): void {
  scan.fail({ at: scan.at, found, expected: rule.close, opener: { text: opener, at } });
}

/** How often `character` stands in a row from `from`. */
export function runLength(text: string, from: number, character: string): number {
  let end = from;
  while (text[end] === character) end += 1;
  return end - from;
}
