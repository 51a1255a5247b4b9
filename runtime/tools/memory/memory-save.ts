import * as z from "zod";
import { SHARED } from "../../memory/mod.ts";
import { defineTool } from "../define-tool.ts";
import { failure } from "../types.ts";
import { memoryKey, memoryValue, reservedKey } from "./keys.ts";

export const memorySave = defineTool({
  name: "memory_save",
  title: "Remember",
  description:
    "Keeps a note for later turns and sessions of this workspace, under a key of your choice; an earlier note of that " +
    "key is replaced. Find notes with memory_search, read them with memory_query.",
  input: z.object({ key: memoryKey, value: memoryValue }),
  output: z.object({
    key: z.string(),
    created: z.boolean().describe("Whether the key is new; otherwise its earlier value was replaced"),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  safetyTier: "safe",

  async execute({ key, value }, { memory }) {
    const reserved = reservedKey("memory_save", key);
    if (reserved !== null) return reserved;
    const outcome = await memory.save(SHARED, key, value);
    if (outcome !== "full") return { success: true, data: { key, created: outcome === "created" } };
    const next = "delete notes that are no longer needed with memory_delete, or replace one by using its key";
    return failure("limit", `memory_save: the memory is full, "${key}" was not saved; ${next}`, { key });
  },
});
