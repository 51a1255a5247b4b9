/** Ids and times, which no two runs share, by what stands for them. */
const CHANCE: readonly (readonly [RegExp, string])[] = [
  [/\bcp_[0-9a-f]{16}\b/g, "cp_ID"],
  [/\brevert_[0-9a-f]{16}\b/g, "revert_ID"],
  [/\bstatus:([a-z_]+):\d{13}\b/g, "status:$1:TIME"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\b/g, "TIME"],
];

/**
 * An answer as it would be anywhere, at any time, through any door.
 *
 * @param prefix What the door put before the names of sessions and turns.
 */
export function withoutChance(body: unknown, prefix: string): unknown {
  if (typeof body === "string") {
    const plain = body.split(prefix).join("");
    return CHANCE.reduce((text, [pattern, stand]) => text.replace(pattern, stand), plain);
  }
  if (Array.isArray(body)) return body.map((item) => withoutChance(item, prefix));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, withoutChance(value, prefix)]));
}
