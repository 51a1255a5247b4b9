import { trim } from "../../text/mod.ts";
import type { MatchCandidate } from "../types.ts";
import type { Matcher } from "./matcher.ts";
import { fileLines, needleLines, spanOfLines } from "./whole-lines.ts";

/** With fewer lines there is no interior to take on trust. */
const MIN_NEEDLE_LINES = 3;

/** How many lines the file's interior may have more or fewer than the needle's. */
const INTERIOR_SLACK = 2;

/** First and last line, trimmed; what lies between is not compared. Each opening line takes its nearest closing line. */
export const blockAnchor = {
  name: "block_anchor",
  requiresReview: true,
  inapplicable: (oldText) => (needleLines(oldText).length < MIN_NEEDLE_LINES ? "too_few_lines" : undefined),
  find: findAnchored,
} as const satisfies Matcher;

function findAnchored(content: string, oldText: string): MatchCandidate[] {
  const needle = needleLines(oldText).map(trim);
  const opening = needle.at(0) ?? "";
  const closing = needle.at(-1) ?? "";
  if (needle.length < MIN_NEEDLE_LINES || opening === "" || closing === "") return [];
  const { lines, bodies } = fileLines(content);
  const trimmed = bodies.map(trim);
  const minInterior = Math.max(0, needle.length - 2 - INTERIOR_SLACK);
  const maxInterior = needle.length - 2 + INTERIOR_SLACK;
  return trimmed.flatMap((line, first) => {
    if (line !== opening) return [];
    const nearest = trimmed.slice(first + 1 + minInterior, first + 1 + maxInterior + 1).indexOf(closing);
    return nearest < 0 ? [] : [spanOfLines(lines, first, first + 1 + minInterior + nearest, oldText)];
  });
}
