import type { MatchCandidate } from "../../../runtime/edit/mod.ts";

/**
 * Whether an edit left every byte outside its places alone. Compared on bytes, not on what the core says of itself: the
 * text before the first place, between two, and behind the last must stand in the result, in that order and to its ends.
 */
export function isOnlyTheSpans(before: string, after: string, places: readonly MatchCandidate[]): boolean {
  const first = places[0];
  const last = places.at(-1);
  if (first === undefined || last === undefined) return before === after;
  const encoder = new TextEncoder();
  const old = encoder.encode(before);
  const now = encoder.encode(after);
  const offset = (at: number) => encoder.encode(before.slice(0, at)).length;
  const head = offset(first.start);
  const tail = old.length - offset(last.end);
  if (head + tail > now.length) return false;
  if (!equal(old.subarray(0, head), now.subarray(0, head))) return false;
  if (!equal(old.subarray(old.length - tail), now.subarray(now.length - tail))) return false;
  // Between two places: each piece must still be there, one behind the other.
  let from = first.start;
  for (const [index, place] of places.slice(0, -1).entries()) {
    const piece = before.slice(place.end, places[index + 1]?.start ?? place.end);
    const at = after.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
