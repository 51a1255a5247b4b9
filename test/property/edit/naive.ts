import type { MatchCandidate } from "../../../runtime/edit/mod.ts";
import { dominantEnding, endsWithLineBreak, splitLines, textStart, withEnding } from "../../../runtime/text/mod.ts";

/**
 * Small truths about texts and spans, found in the plainest way and never by the engine's own means, so that a fault
 * there is not repeated here.
 */

/** [start, end) of every place of the needle, in the file's line endings; overlapping ones too. */
export function literalSites(content: string, oldText: string): readonly (readonly [number, number])[] {
  const needle = withEnding(oldText, dominantEnding(content));
  const sites: [number, number][] = [];
  for (let at = 0; needle !== "" && at + needle.length <= content.length; at++) {
    if (content.slice(at, at + needle.length) !== needle) continue;
    const start = Math.max(at, textStart(content));
    const end = at + needle.length;
    if (start < end && !partsCharacter(content, start) && !partsCharacter(content, end)) sites.push([start, end]);
  }
  return sites;
}

export function overlap(sites: readonly (readonly [number, number])[]): boolean {
  return sites.some(([start], index) => index > 0 && start < (sites[index - 1]?.[1] ?? 0));
}

/** Whether `offset` lies inside a CRLF or a surrogate pair. */
export function partsCharacter(content: string, offset: number): boolean {
  return /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(content.slice(Math.max(0, offset - 1), offset + 1));
}

/** Number, from 1, of the line that holds the character at `offset`; a terminator belongs to the line it ends. */
export function lineOf(content: string, offset: number): number {
  const before = content.slice(0, offset);
  const breaks = before.match(/\r\n|\n|\r/g)?.length ?? 0;
  return before.endsWith("\r") && content[offset] === "\n" ? breaks : breaks + 1;
}

/** Whether a span starts where a line starts and ends as whole lines of this needle do. */
export function coversWholeLines(content: string, oldText: string, { start, end }: MatchCandidate): boolean {
  const lines = splitLines(content, textStart(content));
  const ends = lines.map((line) => (endsWithLineBreak(oldText) ? line.next : line.end));
  return lines.some((line) => line.start === start) && ends.includes(end);
}

/** The text before, between and behind the spans. */
export function gapsOf(content: string, candidates: readonly MatchCandidate[]): readonly string[] {
  const starts = [0, ...candidates.map(({ end }) => end)];
  const ends = [...candidates.map(({ start }) => start), content.length];
  return starts.map((start, index) => content.slice(start, ends[index]));
}

/**
 * What an edit of one span wrote, taken out of its result by the lengths of what had to stay. Null when the text before
 * or behind is not there any more.
 */
export function writtenText(content: string, { start, end }: MatchCandidate, edited: string): string | null {
  const before = content.slice(0, start);
  const behind = content.slice(end);
  const fits = edited.length >= before.length + behind.length && edited.startsWith(before) && edited.endsWith(behind);
  return fits ? edited.slice(before.length, edited.length - behind.length) : null;
}
