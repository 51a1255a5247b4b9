import * as z from "zod";
import { rankEntries } from "../../memory/mod.ts";
import { wellFormedText } from "../../schema.ts";
import { defineTool } from "../define-tool.ts";
import { savedAtText, visibleEntries } from "./entries.ts";

const EXCERPT = 300;

export const memorySearch = defineTool({
  name: "memory_search",
  title: "Search memory",
  description:
    "Finds notes of this workspace, and records of this session's calls, by the words they share with the query, best " +
    "first; other forms of a word and small slips count too. Read a note whole with memory_query.",
  input: z.object({
    query: wellFormedText.min(1).max(500).describe("A few words"),
    limit: z.int().min(1).max(50).default(10).describe("Most entries to answer"),
  }),
  output: z.object({
    entries: z.array(
      z.object({
        key: z.string(),
        excerpt: z.string().describe(`Start of the value, ${EXCERPT} characters at most`),
        excerpt_only: z.boolean().describe("Whether the value is longer than the excerpt"),
        score: z.number().describe("0 to 1"),
        saved_at: z.string().describe("ISO 8601, UTC"),
      }),
    ),
    count: z.number().int().describe("Entries that share a word with the query"),
    truncated: z.boolean().describe("Whether some of them are not shown"),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  safetyTier: "safe",

  async execute({ query, limit }, ctx) {
    const found = rankEntries(query, await visibleEntries(ctx));
    const entries = found.slice(0, limit).map(({ entry, score }) => ({
      key: entry.key,
      excerpt: startOf(entry.value),
      excerpt_only: entry.value.length > EXCERPT,
      score: Math.round(score * 1000) / 1000,
      saved_at: savedAtText(entry),
    }));
    return { success: true, data: { entries, count: found.length, truncated: entries.length < found.length } };
  },
});

/** Not cut between the halves of a surrogate pair. */
function startOf(text: string): string {
  const start = text.slice(0, EXCERPT);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
