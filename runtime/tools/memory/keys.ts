import * as z from "zod";
import { callerName, wellFormedText } from "../../schema.ts";
import { failure, type ToolFailure } from "../types.ts";

const MAX_KEY = 200;
const MAX_VALUE = 10_000;

/** Records of finished calls, `status:<tool>:<ms>`, of one session. */
export const STATUS_PREFIX = "status:";

/** The session's task list. */
export const TODO_KEY = "todo";

export const memoryKey = callerName.max(MAX_KEY).describe(`Name of the entry, one line, ${MAX_KEY} characters at most`);

export const memoryValue = wellFormedText
  .min(1)
  .max(MAX_VALUE)
  .refine((text) => !text.includes("\0"), { message: "holds a NUL character; leave it out" })
  .describe(`What to remember, ${MAX_VALUE} characters at most`);

export const entryShape = z.object({
  key: z.string(),
  value: z.string(),
  saved_at: z.string().describe("ISO 8601, UTC"),
});

/** What the runtime writes itself a model can read but not forge; `null` for every other key. */
export function reservedKey(tool: string, key: string): ToolFailure | null {
  if (key !== TODO_KEY && !key.startsWith(STATUS_PREFIX)) return null;
  const writer = key === TODO_KEY ? "todo_write" : "the runtime after each call";
  return failure("bad_argument", `${tool}: "${key}" is written by ${writer}; choose another key. Nothing was changed`, {
    key,
  });
}
