import { dominantEnding, withEnding } from "../../text/mod.ts";
import type { EditOptions } from "../apply-edit.ts";
import { findEditMatch } from "../find-edit-match.ts";
import { nearMiss } from "../near-miss.ts";
import { type EditRefusal, lineSpan, NAMED_PLACES, namedLines, refusal } from "../outcome.ts";
import type { MatchCandidate, Matched } from "../types.ts";

export interface FoundAnchor {
  readonly kind: "found";
  readonly candidate: MatchCandidate;
}

/** The one place where an anchor stands, exactly. `name` is the argument that it came in. */
export function findAnchor(
  content: string,
  name: string,
  anchor: string,
  options: EditOptions,
): FoundAnchor | EditRefusal {
  const match: Matched | EditRefusal = findEditMatch(content, anchor, options);
  const places = exactPlaces(match);
  const [candidate, further] = places;
  if (candidate === undefined) return missing(content, name, anchor, options);
  if (further === undefined) return { kind: "found", candidate };
  const count = match.kind === "refused" ? (match.candidateCount ?? places.length) : places.length;
  const lines = places.slice(0, NAMED_PLACES + 1).map(({ startLine }) => startLine);
  return refusal(
    "ambiguous",
    `${name} stands in several places (${namedLines(lines)}); add text until it stands in one`,
    {
      strategy: "exact",
      candidates: places.slice(0, NAMED_PLACES),
      ...(count > NAMED_PLACES && { candidateCount: count }),
    },
  );
}

/**
 * From the first character of one anchor to the last of the other. The end is the first place of `endAnchor` that reaches
 * beyond the start anchor; two equal anchors name that one text.
 */
export function anchoredSpan(
  content: string,
  startAnchor: string,
  endAnchor: string,
  options: EditOptions,
): FoundAnchor | EditRefusal {
  const start = findAnchor(content, "start_anchor", startAnchor, options);
  if (start.kind === "refused") return start;
  const ending = dominantEnding(content);
  const needle = withEnding(endAnchor, ending);
  if (needle === withEnding(startAnchor, ending)) return start;

  const { candidate } = start;
  const from = wholeCharacter(content, Math.max(candidate.start, candidate.end - needle.length + 1));
  const [end] = exactPlaces(findEditMatch(content.slice(from), endAnchor, options));
  if (end === undefined) {
    const [before] = exactPlaces(findEditMatch(content.slice(0, from), endAnchor, options));
    if (before === undefined) return missing(content, "end_anchor", endAnchor, options);
    return refusal(
      "not_found",
      `end_anchor stands only before the end of start_anchor (${lineSpan(candidate.startLine, candidate.endLine)}); ` +
        "pass text that follows it",
    );
  }
  const above = candidate.startLine - 1 + lineBreaksIn(content.slice(candidate.start, from));
  return {
    kind: "found",
    candidate: {
      start: candidate.start,
      end: from + end.end,
      startLine: candidate.startLine,
      endLine: above + end.endLine,
    },
  };
}

/** Anchors are not for tolerance: what another strategy found is no place of them. */
function exactPlaces(match: Matched | EditRefusal): readonly MatchCandidate[] {
  return match.strategy === "exact" ? (match.candidates ?? []) : [];
}

function missing(content: string, name: string, anchor: string, options: EditOptions): EditRefusal {
  if (anchor === "") return refusal("empty_needle", `${name} is empty, so it names no place; pass text of the file`);
  const near = nearMiss(content, anchor, options);
  const step =
    near === undefined
      ? "read the file and copy it from there"
      : `the nearest text is at ${lineSpan(near.startLine, near.endLine)}; copy it exactly`;
  return refusal(
    "not_found",
    `${name} does not stand in the file; ${step}`,
    near === undefined ? {} : { closestMatch: near },
  );
}

/** The offset itself, or the next when it parts a CRLF or a surrogate pair. */
function wholeCharacter(content: string, offset: number): number {
  const parted = /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(content.slice(Math.max(0, offset - 1), offset + 1));
  return parted ? offset + 1 : offset;
}

function lineBreaksIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
