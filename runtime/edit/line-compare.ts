import { isWhitespace } from "../text/mod.ts";
import { foldCode } from "./typography.ts";

const LF = 10;
const CR = 13;

/** How two lines are compared. Ends are trimmed under both rules. */
export interface LineRule {
  /** Runs of whitespace count as one space. */
  readonly collapse: boolean;
  /** Curly quotes and no-break spaces count as their ASCII forms. */
  readonly fold: boolean;
}

/** A character that is no whitespace and folds to itself: nearly every one, so it is asked first. */
function isPlain(code: number): boolean {
  return code > 0x20 && code < 0xa0;
}

/** Whitespace that does not end a line. */
export function isSpace(code: number): boolean {
  return code < 0xa0 ? code === 0x20 || code === 0x09 : isWhitespace(code);
}

export function skipSpaces(text: string, from: number, limit: number): number {
  let offset = from;
  while (offset < limit && isSpace(text.charCodeAt(offset))) offset++;
  return offset;
}

export function isLineEnd(text: string, offset: number): boolean {
  if (offset >= text.length) return true;
  const code = text.charCodeAt(offset);
  return code === LF || code === CR;
}

/**
 * Compares the line of `content` that starts at `from` with the line [needleFrom, needleEnd) of `needle`, in place and up
 * to the first difference.
 *
 * @returns Offset at which the content's line ends. When the lines differ, the bitwise complement (a negative number) of
 *   the offset where the walk stopped, so that the caller can account for the work.
 */
export function matchLine(
  content: string,
  from: number,
  needle: string,
  needleFrom: number,
  needleEnd: number,
  rule: LineRule,
): number {
  const length = content.length;
  const { collapse, fold } = rule;
  let at = skipSpaces(content, from, length);
  let inNeedle = skipSpaces(needle, needleFrom, needleEnd);
  while (inNeedle < needleEnd && at < length) {
    const a = content.charCodeAt(at);
    const b = needle.charCodeAt(inNeedle);
    if (a === b && (!collapse || isPlain(a))) {
      at++;
      inNeedle++;
    } else if (collapse && isSpace(a) && isSpace(b)) {
      at = skipSpaces(content, at + 1, length);
      inNeedle = skipSpaces(needle, inNeedle + 1, needleEnd);
    } else if (a === b || (fold && foldCode(a) === foldCode(b))) {
      at++;
      inNeedle++;
    } else break;
  }
  // What is left may differ in trailing whitespace only.
  at = skipSpaces(content, at, length);
  inNeedle = skipSpaces(needle, inNeedle, needleEnd);
  return inNeedle === needleEnd && isLineEnd(content, at) ? at : ~at;
}

/** A hash of the line that starts at `from`: lines equal under `rule` have equal hashes. Reads up to the line's end. */
export function hashLine(content: string, from: number, rule: LineRule): number {
  const length = content.length;
  const { collapse, fold } = rule;
  let hash = 0;
  // Runs ahead of `hash` over whitespace, which counts only when something follows it.
  let ahead = 0;
  for (let at = skipSpaces(content, from, length); at < length; at++) {
    const code = content.charCodeAt(at);
    if (isPlain(code)) {
      ahead = mix(ahead, code);
      hash = ahead;
      continue;
    }
    if (code === LF || code === CR) break;
    if (!isSpace(code)) {
      ahead = mix(ahead, fold ? foldCode(code) : code);
      hash = ahead;
    } else if (!collapse) ahead = mix(ahead, fold ? foldCode(code) : code);
    else if (ahead === hash) ahead = mix(hash, 0x20);
  }
  return hash;
}

function mix(hash: number, code: number): number {
  return (Math.imul(hash ^ code, 0x01000193) + 0x3c6ef372) | 0;
}
