/**
 * What agents note down between calls: entries by key, shared by a workspace or of one session, with a small filter
 * language and a ranking to find them again.
 */
export { EXAMPLE_FILTER, type MemoryFilter, type ParsedFilter, parseFilter } from "./filter.ts";
export { type RankedEntry, rankEntries } from "./rank.ts";
export { createWorkspaceMemory, SHARED, type WorkspaceMemory } from "./workspace-memory.ts";
