import { lineBodies, splitLines } from "../../../text/mod.ts";
import { holdsWholeConditionals } from "../conditionals.ts";
import type { RefinedExtent } from "../types.ts";

/** A line that a macro of its own fills, or that gives access to the members below. */
const MACRO_LINE = /^[ \t]*[A-Z_][A-Z0-9_]*[ \t]*(?:\([^()]*\))?[ \t]*$/;
const ACCESS_LINE = /^[ \t]*(?:public|protected|private|signals|Q_SIGNALS)(?:[ \t]+\w+)?[ \t]*:[ \t]*$/;

/**
 * The extent of a declaration, corrected where the grammar was misled: it does not expand macros, so it takes one that
 * stands on lines of its own for the type of what follows, a head with another one in `#ifdef` for the whole, and the head of
 * an old-style definition for a declaration.
 *
 * @param codeStart Where the declaration begins behind its comments.
 * @param name      The last part of its name.
 * @param isClosed A bracket or a semicolon ends it.
 * @returns null when it cannot be told where the declaration begins or ends.
 */
export function refineCppExtent(
  text: string,
  {
    start,
    end,
    codeStart,
    name,
    isClosed,
  }: { start: number; end: number; codeStart: number; name: string; isClosed: boolean },
): RefinedExtent | null {
  const begins = beginOf(text, codeStart, name, end);
  const from = begins === codeStart ? start : begins;
  const before = text.slice(text.lastIndexOf("\n", from - 1) + 1, from).replace(/\/\*[\s\S]*?\*\//g, () => "");
  if (/[^{};:,]$/.test(before.trimEnd())) return null;
  const code = text.slice(from, end);
  if (isClosed && !/[};]$/.test(code)) return null;
  return holdsWholeConditionals(code) ? { start: from } : null;
}

/** Behind the last line of the head that belongs to something else. */
function beginOf(text: string, codeStart: number, name: string, end: number): number {
  const head = headOf(text.slice(codeStart, end), name);
  const lines = splitLines(head);
  const bodies = lineBodies(head, lines).slice(0, -1);
  // `BOOL` above `f(void)` is its type.
  const hasType = /\w[\s*&]*$/.test(lineBodies(head, lines).at(-1) ?? "");
  const isForeign = (body: string) =>
    body.trim() === "" || ACCESS_LINE.test(body) || (hasType && MACRO_LINE.test(body));
  const last = bodies.findLastIndex(isForeign);
  if (last < 0) return codeStart;
  const from = codeStart + (lines[last]?.next ?? 0);
  return from + (text.slice(from).length - text.slice(from).trimStart().length);
}

/** What stands before the name. */
function headOf(code: string, name: string): string {
  const at =
    name === ""
      ? -1
      : code.search(new RegExp(`(?<![\\w~])${name.replace(/[^\w]/g, (character) => `\\${character}`)}(?!\\w)`));
  return at < 0 ? "" : code.slice(0, at);
}
