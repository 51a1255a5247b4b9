import * as z from "zod";
import { EDIT_COMMANDS, type EditCommandName, inferCommand } from "../../edit/mod.ts";
import { wellFormedText } from "../../schema.ts";
import { failure, type ToolFailure } from "../types.ts";

const edit = z.strictObject({
  old_text: wellFormedText.optional(),
  start_anchor: wellFormedText.optional(),
  end_anchor: wellFormedText.optional(),
  new_text: wellFormedText,
  occurrence: z.int().optional(),
  replace_all: z.boolean().optional(),
  expected_replacements: z.int().min(0).optional(),
});

export const editFileInput = z.object({
  path: wellFormedText
    .optional()
    .describe("File to view or change, relative to the workspace root; not needed when patch names it"),
  command: z
    .string()
    .optional()
    .meta({ enum: EDIT_COMMANDS })
    .describe("What to do; without it, what the other arguments mean"),
  old_text: wellFormedText.optional().describe("str_replace: text to replace, as it stands in the file"),
  new_text: wellFormedText.optional().describe("str_replace, insert, replace_symbol: text to write"),
  replace_all: z.boolean().optional().describe("str_replace: replace every place that old_text fits"),
  expected_replacements: z
    .int()
    .min(0)
    .optional()
    .describe("str_replace: refuse unless exactly this many are replaced"),
  occurrence: z
    .int()
    .optional()
    .describe("str_replace: which of several places, from 1; with symbol: which of its declarations"),
  start_anchor: wellFormedText
    .optional()
    .describe("str_replace: text that starts what is replaced; with end_anchor, instead of old_text"),
  end_anchor: wellFormedText.optional().describe("str_replace: text that ends it"),
  edits: z
    .array(edit)
    .optional()
    .describe("str_replace: several replacements, all or none, each found in the file as it is"),
  insert_line: z.int().optional().describe("insert: line to insert after; 0 is the top"),
  insert_before_anchor: wellFormedText.optional().describe("insert: unique text; the lines go above it"),
  insert_after_anchor: wellFormedText.optional().describe("insert: unique text; the lines go below it"),
  patch: wellFormedText
    .optional()
    .describe('patch: a unified diff, a "*** Begin Patch" text or SEARCH/REPLACE blocks, for one file or several'),
  symbol: wellFormedText.optional().describe("replace_symbol, view: a declaration, such as Class.method"),
  symbol_kind: z.string().optional().describe("function, class, method, ...: narrows symbol"),
  view_range: z
    .array(z.int())
    .max(2)
    .optional()
    .describe("view: [first, last] line, from 1; last -1 is the end of the file"),
  anchor: wellFormedText.optional().describe("view: unique text to show the surroundings of"),
  context_before: z.int().min(0).optional().describe("view: lines above an anchor or symbol; 20"),
  context_after: z.int().min(0).optional().describe("view: lines below it; 20"),
  redo: z.boolean().optional().describe("undo_edit: take the last undo back"),
  force: z.boolean().optional().describe("undo_edit: overwrite a file that somebody else changed since"),
  revision: z.string().optional().describe("Token of the content you mean to change; refused when the file is another"),
  dry_run: z.boolean().optional().describe("Check everything and answer as if changed, but change nothing"),
  validate_syntax: z.boolean().optional().describe("Refuse a result that does not parse"),
});

export type EditFileArguments = z.output<typeof editFileInput>;

const ON_EVERY_CHANGE = ["revision", "dry_run", "validate_syntax"] as const;
const ONE_REPLACEMENT = [
  "old_text",
  "start_anchor",
  "end_anchor",
  "new_text",
  "occurrence",
  "replace_all",
  "expected_replacements",
] as const;

/** What each command takes beside `path` and `command`. */
const TAKES: { readonly [Command in EditCommandName]: readonly (keyof EditFileArguments)[] } = {
  view: ["view_range", "anchor", "symbol", "symbol_kind", "occurrence", "context_before", "context_after"],
  str_replace: [...ONE_REPLACEMENT, "edits", ...ON_EVERY_CHANGE],
  insert: ["insert_line", "insert_before_anchor", "insert_after_anchor", "new_text", ...ON_EVERY_CHANGE],
  patch: ["patch", ...ON_EVERY_CHANGE],
  replace_symbol: ["symbol", "symbol_kind", "occurrence", "new_text", ...ON_EVERY_CHANGE],
  undo_edit: ["redo", "force", "revision", "dry_run"],
};

/** The command that is meant, or a refusal that names an argument which it does not take. */
export function commandOf(args: EditFileArguments): { readonly command: EditCommandName } | ToolFailure {
  const meant = inferCommand(args);
  if (meant.kind === "refused")
    return failure("bad_argument", `edit_file: ${meant.message}; nothing was run`, { argument: "command" });
  const { command } = meant;
  const taken: readonly string[] = ["path", "command", ...TAKES[command]];
  const foreign = Object.entries(args).flatMap(([name, value]) =>
    taken.includes(name) || isSilent(value) ? [] : [name],
  );
  if (foreign.length === 0) return { command };
  const message = `edit_file: command "${command}" does not take ${foreign.join(", ")}; nothing was run. It takes ${taken.join(", ")}`;
  return failure("unsupported_argument", message, {
    command,
    unsupported_arguments: foreign,
    supported_arguments: [...taken],
  });
}

/** What says the same as leaving the argument out. 0, "" and [] do not: they may be meant. */
function isSilent(value: unknown): boolean {
  return value === undefined || value === null || value === false;
}
