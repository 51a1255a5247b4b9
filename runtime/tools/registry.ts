import { diagnose } from "./diagnose.ts";
import { editFile } from "./edit-file/edit-file.ts";
import { listFiles } from "./list-files.ts";
import { memoryDelete } from "./memory/memory-delete.ts";
import { memoryQuery } from "./memory/memory-query.ts";
import { memorySave } from "./memory/memory-save.ts";
import { memorySearch } from "./memory/memory-search.ts";
import { todoWrite } from "./memory/todo-write.ts";
import { readFile } from "./read-file.ts";
import { revertTurn } from "./revert-turn.ts";
import type { Tool } from "./types.ts";
import { writeFile } from "./write-file.ts";

/** Every tool, in the order clients list them. REST, the command line and the docs follow this list. */
export const TOOLS: readonly Tool[] = [
  readFile,
  listFiles,
  editFile,
  writeFile,
  revertTurn,
  diagnose,
  memorySave,
  memoryQuery,
  memorySearch,
  memoryDelete,
  todoWrite,
];
