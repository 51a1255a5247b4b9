import { isLineEnd, isSpace, matchLine, skipSpaces } from "./line-compare.ts";
import type { LineIndex } from "./line-index.ts";
import type { Meter } from "./meter.ts";
import { MAX_PIECE } from "./probe.ts";
import { NO_SITES, type Sites } from "./sites.ts";

/** How many lines the file's interior may have more or fewer than the needle's. */
const INTERIOR_SLACK = 2;

const TRIMMED = { collapse: false, fold: false };

/**
 * Blocks whose first and last line equal the needle's when trimmed, with about as many lines between them. The last line
 * must stand to the first as in the needle: equally deep, deeper or less deep. Every pair of lines that fits is a place,
 * so that two possible last lines are two answers.
 *
 * @param needle At least three lines.
 */
export function anchoredBlocks(content: LineIndex, needle: LineIndex, withTerminator: boolean, meter: Meter): Sites {
  const last = needle.count - 1;
  const opening = bodyOf(needle, 0);
  const closing = bodyOf(needle, last);
  if (opening === "" || closing === "") return NO_SITES;
  const relation = depthRelation(needle, 0, last);
  const { text } = content;
  if (relation === "unrelated" || !text.includes(head(closing))) return NO_SITES;

  const starts: number[] = [];
  const ends: number[] = [];
  for (const openingLine of linesEqualTo(content, opening, meter)) {
    const nearest = openingLine + Math.max(1, last - INTERIOR_SLACK);
    const farthest = Math.min(openingLine + last + INTERIOR_SLACK, content.count - 1);
    for (let line = nearest; line <= farthest; line++) {
      const found = matchLine(text, content.start(line), closing, 0, closing.length, TRIMMED);
      meter.spend((found < 0 ? ~found : found) - content.start(line) + 1);
      if (found < 0 || depthRelation(content, openingLine, line) !== relation) continue;
      starts.push(content.start(openingLine));
      ends.push(withTerminator ? content.next(line) : content.end(line));
    }
  }
  return { starts, ends };
}

/** Lines that are `body` when trimmed, in order. Native scans find them; the file's lines are counted only for a hit. */
function* linesEqualTo(content: LineIndex, body: string, meter: Meter): Generator<number> {
  const { text, first } = content;
  const piece = head(body);
  let from = first;
  for (let hit = text.indexOf(piece, from); hit !== -1; hit = text.indexOf(piece, from)) {
    let start = hit;
    while (start > from && isSpace(text.charCodeAt(start - 1))) start--;
    const opensLine = start === first || isLineEnd(text, start - 1);
    const found = opensLine ? matchLine(text, hit, body, 0, body.length, TRIMMED) : ~hit;
    if (found >= 0) yield content.lineAt(hit);
    // Only the first text of a line can be its beginning. A lone CR ends a line too, so then no text is passed over.
    const feed = content.hasCarriageReturn ? hit : text.indexOf("\n", hit);
    meter.scan((feed === -1 ? text.length : feed) - from);
    meter.spend((found < 0 ? ~found : found) - start);
    if (feed === -1) return;
    from = feed + 1;
  }
  meter.scan(text.length - from);
}

/** How deep a later line stands, seen from an earlier one. By text, so tabs and spaces that do not nest are unrelated. */
function depthRelation(
  lines: LineIndex,
  earlier: number,
  later: number,
): "same" | "deeper" | "shallower" | "unrelated" {
  const { text } = lines;
  const [first, second] = [lines.start(earlier), lines.start(later)];
  const depth = skipSpaces(text, first, text.length) - first;
  const laterDepth = skipSpaces(text, second, text.length) - second;
  for (let at = 0; at < depth && at < laterDepth; at++) {
    if (text.charCodeAt(first + at) !== text.charCodeAt(second + at)) return "unrelated";
  }
  if (depth === laterDepth) return "same";
  return laterDepth > depth ? "deeper" : "shallower";
}

function bodyOf(needle: LineIndex, line: number): string {
  const end = needle.end(line);
  let trimmed = end;
  const start = skipSpaces(needle.text, needle.start(line), end);
  while (trimmed > start && isSpace(needle.text.charCodeAt(trimmed - 1))) trimmed--;
  return needle.text.slice(start, trimmed);
}

function head(text: string): string {
  return text.slice(0, MAX_PIECE);
}
