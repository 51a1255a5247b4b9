/** The known name that `name` was most likely meant to be, or `null` when none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein: characters inserted, deleted or replaced. Names only: the time is the product of both lengths. */
function editDistance(left: string, right: string): number {
  if (Math.max(left.length, right.length) > 100) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= right.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (left[at - 1] === right[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
