import { type EditRefusal, nearestBlock } from "../../edit/mod.ts";

const MAX_TRACKED = 4096;

/** Refusals that mean that the text or place which was named is not in the file as it is. One that is there twice is. */
const MISSES: readonly string[] = ["not_found", "oversized_span", "elision_placeholder"];

/** How often in a row the edits of a session missed in one file. */
export class EditMisses {
  readonly #counts = new Map<string, number>();

  /** Counts a refusal; answers how many misses in a row that makes, 0 for a refusal of another kind. */
  count(sessionId: string, absolute: string, errorCode: EditRefusal["errorCode"]): number {
    if (sessionId === "" || !MISSES.includes(errorCode)) return 0;
    const key = keyOf(sessionId, absolute);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= MAX_TRACKED) break;
      this.#counts.delete(oldest);
    }
    return count;
  }

  /** An edit landed. */
  clear(sessionId: string, absolute: string): void {
    this.#counts.delete(keyOf(sessionId, absolute));
  }
}

/** From the second miss on: the copy that the model has is wrong, so only another look at the file helps. */
export function missAdvice(misses: number): string {
  if (misses < 2) return "";
  return (
    `. That is miss ${misses} in a row on this file, so your copy of it is not what it holds: read it again around the ` +
    "place and copy a longer region that stands there once"
  );
}

const SOUGHT = ["old_text", "start_anchor", "end_anchor", "insert_before_anchor", "insert_after_anchor"] as const;

/** Arguments of an edit that hold text of the file. */
export type SoughtTexts = { readonly [Name in (typeof SOUGHT)[number]]?: string | undefined };

/** The text that a refusal did not find: of several anchors it names the one. */
export function soughtIn(
  args: SoughtTexts & { readonly edits?: readonly SoughtTexts[] | undefined },
  { at = [1], message }: EditRefusal,
): string | undefined {
  const [first = 1] = at;
  const given = args.edits !== undefined && args.edits.length > 0 ? (args.edits[first - 1] ?? {}) : args;
  const name = SOUGHT.find((each) => given[each] && message.includes(each)) ?? SOUGHT.find((each) => given[each]);
  return name && given[name];
}

/** With the block most like the sought text, also where that is so little alike that a first miss does not show it. */
export function withNearest(
  refusal: EditRefusal,
  text: string,
  sought: string | undefined,
  now: () => number,
): EditRefusal {
  if (refusal.closestMatch !== undefined || sought === undefined) return refusal;
  const closestMatch = nearestBlock(text, sought, now);
  return closestMatch === undefined ? refusal : { ...refusal, closestMatch };
}

function keyOf(sessionId: string, absolute: string): string {
  return `${sessionId}\0${absolute}`;
}
