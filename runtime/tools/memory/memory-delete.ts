import * as z from "zod";
import { SHARED } from "../../memory/mod.ts";
import { defineTool } from "../define-tool.ts";
import { failure } from "../types.ts";
import { memoryKey, reservedKey } from "./keys.ts";

export const memoryDelete = defineTool({
  name: "memory_delete",
  title: "Forget",
  description: "Deletes the note of one key.",
  input: z.object({ key: memoryKey }),
  output: z.object({ key: z.string().describe("Key of the note that is gone") }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  safetyTier: "safe",

  async execute({ key }, { memory }) {
    const reserved = reservedKey("memory_delete", key);
    if (reserved !== null) return reserved;
    if (await memory.delete(SHARED, key)) return { success: true, data: { key } };
    return failure("not_found", `memory_delete: there is no note "${key}"; find its key with memory_search`, { key });
  },
});
