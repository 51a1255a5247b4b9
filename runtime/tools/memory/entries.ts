import { SHARED } from "../../memory/mod.ts";
import type { MemoryEntry } from "../../ports/mod.ts";
import type { ToolContext } from "../context.ts";

/** Everything this session may recall: its own entries, then those of the workspace; each newest first. */
export async function visibleEntries({ memory, sessionId }: ToolContext): Promise<MemoryEntry[]> {
  const own = sessionId === SHARED ? [] : await memory.list(sessionId);
  return [...own, ...(await memory.list(SHARED))];
}

/**
 * The first entries that fit: at most `limit`, and together at most `maxCharacters` of text, though never none.
 */
export function fitEntries<Entry extends { readonly value: string }>(
  entries: readonly Entry[],
  limit: number,
  maxCharacters: number,
): Entry[] {
  const fitting: Entry[] = [];
  let characters = 0;
  for (const entry of entries.slice(0, limit)) {
    characters += entry.value.length;
    if (fitting.length > 0 && characters > maxCharacters) break;
    fitting.push(entry);
  }
  return fitting;
}

/** ISO 8601, UTC. */
export function savedAtText(entry: MemoryEntry): string {
  return new Date(entry.savedAt).toISOString();
}
