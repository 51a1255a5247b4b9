import type { MatchCandidate } from "../../runtime/edit/mod.ts";
import { isBlank, leadingWhitespaceLength, trim } from "../../runtime/text/mod.ts";
import type { Matcher } from "./matcher.ts";
import { fileLines, needleLines, spanOfLines } from "./whole-lines.ts";

/** With fewer lines there is no interior to take on trust. */
const MIN_NEEDLE_LINES = 3;

/** How many lines the file's interior may have more or fewer than the needle's. */
const INTERIOR_SLACK = 2;

/**
 * First and last line, trimmed; what lies between is not compared. The last line must stand to the first as in the needle:
 * equally deep, deeper, or less deep. Every last line within reach is a candidate.
 */
export const blockAnchor = {
  name: "block_anchor",
  requiresReview: true,
  inapplicable: (_content, oldText) => (needleLines(oldText).length < MIN_NEEDLE_LINES ? "too_few_lines" : undefined),
  find: findAnchored,
} as const satisfies Matcher;

function findAnchored(content: string, oldText: string): MatchCandidate[] {
  const needle = needleLines(oldText);
  const opening = needle.at(0) ?? "";
  const closing = needle.at(-1) ?? "";
  if (needle.length < MIN_NEEDLE_LINES || isBlank(opening) || isBlank(closing)) return [];
  const wanted = relation(opening, closing);
  if (wanted === "unrelated") return [];
  const { lines, bodies } = fileLines(content);
  const candidates: MatchCandidate[] = [];
  bodies.forEach((first, from) => {
    if (trim(first) !== trim(opening)) return;
    bodies.forEach((last, to) => {
      const interior = to - from - 1;
      if (interior < 0 || Math.abs(interior - (needle.length - 2)) > INTERIOR_SLACK) return;
      if (trim(last) !== trim(closing) || relation(first, last) !== wanted) return;
      candidates.push(spanOfLines(lines, from, to, oldText));
    });
  });
  return candidates;
}

/** How the second line's indentation extends the first's. */
function relation(first: string, second: string): "same" | "deeper" | "shallower" | "unrelated" {
  const a = first.slice(0, leadingWhitespaceLength(first));
  const b = second.slice(0, leadingWhitespaceLength(second));
  if (a === b) return "same";
  if (b.startsWith(a)) return "deeper";
  return a.startsWith(b) ? "shallower" : "unrelated";
}
