import { isWhitespace } from "../text/mod.ts";

/** Where two lines that should be equal part, and what stands on either side there. */
export interface Parting {
  /** [start, end) in the line as compared, UTF-16 code units; empty where this side has nothing more. */
  readonly needleRange: readonly [number, number];
  readonly fileRange: readonly [number, number];
  /** In words: "4 spaces", "1 tab", "CRLF", or the text itself in quotes. */
  readonly needleSays: string;
  readonly fileSays: string;
}

/**
 * The stretch between the equal beginnings and the equal ends of two lines that differ. Where only whitespace differs, all
 * whitespace around it is part of the stretch: "4 spaces against 20" says more than "nothing against 16".
 */
export function partingOf(needle: string, file: string): Parting {
  const shorter = Math.min(needle.length, file.length);
  let head = 0;
  while (head < shorter && needle[head] === file[head]) head++;
  let tail = 0;
  while (head + tail < shorter && needle.at(-1 - tail) === file.at(-1 - tail)) tail++;
  if (isSpaces(needle, head, tail) && isSpaces(file, head, tail)) {
    while (head > 0 && isWhitespace(needle.charCodeAt(head - 1))) head--;
    while (tail > 0 && isWhitespace(needle.charCodeAt(needle.length - tail))) tail--;
  }
  // Half a character cannot be shown.
  while (head > 0 && isSecondHalf(needle, head)) head--;
  while (tail > 0 && isSecondHalf(needle, needle.length - tail)) tail--;
  const needleRange = [head, needle.length - tail] as const;
  const fileRange = [head, file.length - tail] as const;
  return {
    needleRange,
    fileRange,
    needleSays: inWords(needle.slice(...needleRange)),
    fileSays: inWords(file.slice(...fileRange)),
  };
}

function isSpaces(text: string, head: number, tail: number): boolean {
  for (let at = head; at < text.length - tail; at++) if (!isWhitespace(text.charCodeAt(at))) return false;
  return true;
}

function isSecondHalf(text: string, at: number): boolean {
  return /^[\udc00-\udfff]/.test(text.slice(at, at + 1));
}

const NAMES: Readonly<Record<string, string>> = { " ": "space", "\t": "tab", "\u00a0": "no-break space" };
const ENDS: Readonly<Record<string, string>> = { "\r\n": "CRLF", "\n": "LF", "\r": "CR" };
const LONGEST_QUOTE = 48;

function inWords(text: string): string {
  if (text === "") return "nothing";
  const runs = text.match(/\r\n|\n|\r| +|\t+|\u00a0+|[^\r\n \t\u00a0]+/g) ?? [text];
  const words = runs.map((run) => ENDS[run] ?? counted(run));
  if (words.every((word) => word !== null)) return words.join(" and ");
  return JSON.stringify(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}...` : text);
}

function counted(run: string): string | null {
  const name = NAMES[run.charAt(0)];
  if (name === undefined) return null;
  return `${run.length} ${name}${run.length === 1 ? "" : "s"}`;
}
