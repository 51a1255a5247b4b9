import { lineBodies, similarity, splitLines, textStart, trim } from "../text/mod.ts";
import type { EditOptions } from "./apply-edit.ts";
import { findEditMatch } from "./find-edit-match.ts";
import type { ClosestMatch } from "./types.ts";

const MAX_LINES = 40;
const MAX_CHARACTERS = 2000;

/**
 * What comes nearest to lines that do not stand in the file as they are: the place where they stand in another form
 * (other whitespace, say), else the most similar one; `undefined` when nothing is alike.
 */
export function nearMiss(content: string, block: string, options: EditOptions = {}): ClosestMatch | undefined {
  const match = findEditMatch(content, block, options);
  const [place] = match.candidates ?? [];
  if (place === undefined) return match.kind === "refused" ? match.closestMatch : undefined;
  const lines = splitLines(content, textStart(content))
    .slice(place.startLine - 1, place.endLine)
    .slice(0, MAX_LINES);
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const text = content.slice(first.start, last.end);
  if (text.length > MAX_CHARACTERS) return undefined;
  const compared = trimmed(block).slice(0, MAX_CHARACTERS);
  return {
    startLine: place.startLine,
    endLine: place.startLine + lines.length - 1,
    similarity: Math.round(similarity(compared, trimmed(text)) * 1000) / 1000,
    text,
  };
}

function trimmed(text: string): string {
  return lineBodies(text, splitLines(text)).map(trim).join("\n");
}
