import * as z from "zod";
import { SHARED } from "../../memory/mod.ts";
import { wellFormedText } from "../../schema.ts";
import { defineTool } from "../define-tool.ts";
import { failure } from "../types.ts";
import { TODO_KEY } from "./keys.ts";

const MAX_ITEMS = 40;
const MAX_CONTENT = 500;

const item = z.strictObject({
  content: wellFormedText.min(1).max(MAX_CONTENT).describe(`The task, ${MAX_CONTENT} characters at most`),
  status: z.enum(["pending", "in_progress", "completed"]),
});

export const todoWrite = defineTool({
  name: "todo_write",
  title: "Write the task list",
  description:
    "Replaces this session's task list: pass every task, also the finished ones. At most one is in progress. The list " +
    `can be read back with memory_query filter(memory, .key == "${TODO_KEY}").`,
  input: z.object({ todos: z.array(item).max(MAX_ITEMS).describe("The whole list; an empty one clears it") }),
  output: z.object({
    todos: z.array(item),
    pending: z.number().int(),
    in_progress: z.number().int(),
    completed: z.number().int(),
    stored: z.boolean().describe("False when the call names no session: then nothing is kept"),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  safetyTier: "safe",

  async execute({ todos }, { memory, sessionId }) {
    const count = (status: string) => todos.filter((todo) => todo.status === status).length;
    const inProgress = count("in_progress");
    if (inProgress > 1) {
      const message = `todo_write: ${inProgress} tasks are in_progress; mark one and leave the others pending`;
      return failure("bad_argument", `${message}. Nothing was changed`, { argument: "todos", in_progress: inProgress });
    }
    if (sessionId !== SHARED) {
      const outcome = await memory.save(sessionId, TODO_KEY, JSON.stringify(todos));
      if (outcome === "full")
        return failure(
          "limit",
          "todo_write: this session's memory is full; nothing was changed, go on without the list",
        );
    }
    const counts = { pending: count("pending"), in_progress: inProgress, completed: count("completed") };
    return { success: true, data: { todos, ...counts, stored: sessionId !== SHARED } };
  },
});
