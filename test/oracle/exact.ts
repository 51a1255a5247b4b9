import type { MatchCandidate } from "../../runtime/edit/mod.ts";
import { dominantEnding, lineNumberAt, splitLines, textStart, withEnding } from "../../runtime/text/mod.ts";
import type { Matcher } from "./matcher.ts";

/** The needle with its line ends rewritten to the file's, anywhere in the text, also across and within lines. */
export const exact = { name: "exact", find: findExact } as const satisfies Matcher;

/** Sites that overlap are all reported: two placements of `}\n}` in three closing lines are two answers, not one. */
export function findExact(content: string, oldText: string): MatchCandidate[] {
  const needle = withEnding(oldText, dominantEnding(content));
  const bodyStart = textStart(content);
  const lines = splitLines(content, bodyStart);
  const candidates: MatchCandidate[] = [];
  for (let at = content.indexOf(needle); at >= 0; at = content.indexOf(needle, at + 1)) {
    // A needle may quote the byte order mark, which then says "the very start"; the mark itself stays where it is.
    const start = Math.max(at, bodyStart);
    const end = at + needle.length;
    if (end <= start || partsCharacter(content, start) || partsCharacter(content, end)) continue;
    candidates.push({
      start,
      end,
      startLine: lineNumberAt(lines, start),
      endLine: lineNumberAt(lines, end - 1),
    });
  }
  return candidates;
}

/** Whether `offset` lies inside a CRLF or a surrogate pair. */
function partsCharacter(content: string, offset: number): boolean {
  return /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(content.slice(Math.max(0, offset - 1), offset + 1));
}
