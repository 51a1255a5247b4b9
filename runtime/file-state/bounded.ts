/** Drops what was put in first until `limit` entries are left. Maps iterate in order of insertion. */
export function dropOldest(map: Map<string, unknown>, limit: number): void {
  for (const key of map.keys()) {
    if (map.size <= limit) return;
    map.delete(key);
  }
}
