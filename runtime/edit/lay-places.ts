import { dominantEnding, textStart } from "../text/mod.ts";
import type { NewTextAdjustment } from "./copying-faults.ts";
import { type DifferenceKind, type IgnoredDifference, lineDifferences, type PlacedDifference } from "./differences.ts";
import { LineNotes } from "./line-notes.ts";
import { NearbyIndents } from "./nearby-indents.ts";
import type { Replacement } from "./splice.ts";
import { type Transplant, type TransplantRequest, transplant } from "./transplant.ts";
import type { MatchCandidate, Matched } from "./types.ts";

export type LaidPlaces =
  | {
      readonly kind: "laid";
      /** In file order. */
      readonly replacements: readonly Replacement[];
      readonly differencesIgnored: readonly IgnoredDifference[];
      readonly newTextAdjusted: readonly NewTextAdjustment[];
      readonly warning?: string;
    }
  | { readonly kind: "refused"; readonly span: MatchCandidate; readonly reason: string };

/** Lays the edit onto every place of a match; one place where it cannot be laid refuses all of them. */
export function layPlaces(
  content: string,
  match: Matched,
  { oldText, newText }: { readonly oldText: string; readonly newText: string },
): LaidPlaces {
  const given = {
    content,
    strategy: match.strategy,
    oldText,
    effectiveOldText: match.reading?.text ?? oldText,
    newText,
    ending: dominantEnding(content),
    nearby: new NearbyIndents(content),
  };
  const places = new WorkedPlaces();
  const replacements: Replacement[] = [];
  const differences = new LineNotes<DifferenceKind>();
  let newTextAdjusted: readonly NewTextAdjustment[] = [];
  let warning: string | undefined;
  for (const span of match.candidates) {
    const { laid, overlooked } = places.find({ ...given, span });
    if (laid.kind === "refused") return { kind: "refused", span, reason: laid.reason };
    replacements.push({ start: span.start, end: span.end, text: laid.text });
    for (const { kind, index } of overlooked) differences.add(kind, span.startLine + index);
    newTextAdjusted = laid.adjusted;
    warning = laid.warning;
  }
  const differencesIgnored = differences.list();
  return { kind: "laid", replacements, differencesIgnored, newTextAdjusted, ...(warning !== undefined && { warning }) };
}

interface Worked {
  readonly laid: Transplant;
  readonly overlooked: readonly PlacedDifference[];
}

/**
 * What one place came to holds for the next with the same text and neighbours in the same stretch of the file, so a
 * thousand equal places cost what one costs.
 */
class WorkedPlaces {
  readonly #worked = new Map<string, Worked>();
  #block = -1;

  find(request: TransplantRequest): Worked {
    const { content, span } = request;
    // The ends of the file have rules of their own.
    if (span.start <= textStart(content) || span.end === content.length) return work(request);
    const block = NearbyIndents.blockOf(span.start);
    if (block !== this.#block) this.#worked.clear();
    this.#block = block;
    const key = content.slice(span.start - 1, span.end + 1);
    const known = this.#worked.get(key) ?? work(request);
    this.#worked.set(key, known);
    return known;
  }
}

function work(request: TransplantRequest): Worked {
  return { laid: transplant(request), overlooked: lineDifferences(request) };
}
