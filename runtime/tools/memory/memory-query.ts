import * as z from "zod";
import { EXAMPLE_FILTER, parseFilter } from "../../memory/mod.ts";
import { wellFormedText } from "../../schema.ts";
import { defineTool } from "../define-tool.ts";
import { failure } from "../types.ts";
import { fitEntries, savedAtText, visibleEntries } from "./entries.ts";
import { entryShape } from "./keys.ts";

/** Room for a handful of the longest notes. */
const MAX_CHARACTERS = 60_000;

export const memoryQuery = defineTool({
  name: "memory_query",
  title: "Recall by condition",
  description:
    "Answers the notes of this workspace, and the records of this session's calls, that meet a condition: " +
    `${EXAMPLE_FILTER}. Compare .key and .value with ==, !=, contains, startsWith; join with &&, ||, !, ( ).`,
  input: z.object({
    query: wellFormedText.min(1).max(2000).describe('A filter such as filter(memory, .key == "plan")'),
    limit: z.int().min(1).max(100).default(20).describe("Most entries to answer"),
  }),
  output: z.object({
    entries: z.array(entryShape).describe("This session's own first, then the workspace's; each newest first"),
    count: z.number().int().describe("Entries that meet the condition"),
    truncated: z.boolean().describe("Whether some of them are not shown"),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  safetyTier: "safe",

  async execute({ query, limit }, ctx) {
    const filter = parseFilter(query);
    if (filter.kind === "refused") {
      const message = `memory_query: query, character ${filter.at + 1}: ${filter.message}; write ${EXAMPLE_FILTER}`;
      return failure("bad_argument", message, { argument: "query", character: filter.at + 1 });
    }
    const found = (await visibleEntries(ctx)).filter(filter.matches);
    const shown = fitEntries(found, limit, MAX_CHARACTERS);
    const entries = shown.map((entry) => ({ key: entry.key, value: entry.value, saved_at: savedAtText(entry) }));
    return { success: true, data: { entries, count: found.length, truncated: shown.length < found.length } };
  },
});
