import { editFile } from "./edit-file/edit-file.ts";
import { listFiles } from "./list-files.ts";
import { readFile } from "./read-file.ts";
import { revertTurn } from "./revert-turn.ts";
import type { Tool } from "./types.ts";
import { writeFile } from "./write-file.ts";

/** Every tool, in the order clients list them. REST, the command line and the docs follow this list. */
export const TOOLS: readonly Tool[] = [readFile, listFiles, editFile, writeFile, revertTurn];
