import { type EditRefusal, refusal } from "../outcome.ts";

/** In the order in which they are listed to a model. */
export const EDIT_COMMANDS = ["view", "str_replace", "insert", "patch", "replace_symbol", "undo_edit"] as const;

export type EditCommandName = (typeof EDIT_COMMANDS)[number];

/**
 * What the other arguments mean when no command is named: the first line of which any argument is given. Text that is
 * empty and lists that are empty count as not given, since models fill in arguments that they do not use.
 */
const MEANINGS = [
  { command: "patch", any: ["patch"] },
  { command: "str_replace", any: ["old_text", "start_anchor", "edits"] },
  { command: "insert", any: ["insert_line", "insert_before_anchor", "insert_after_anchor"] },
  { command: "view", any: ["view_range", "anchor"] },
] as const satisfies readonly { command: EditCommandName; any: readonly string[] }[];

/**
 * The command that is meant: the one that is named, else by the arguments. After `MEANINGS` a `symbol` with `new_text` is
 * `replace_symbol`. Any other new or old text is a `str_replace`, whose check says what is missing; a call that would
 * write must not pass for a look at the file. What is left is a `view`. `undo_edit` is never inferred.
 */
export function inferCommand(
  args: Readonly<Record<string, unknown>>,
): { readonly kind: "command"; readonly command: EditCommandName } | EditRefusal {
  const { command } = args;
  if (command !== undefined && command !== null && command !== "") {
    const known = EDIT_COMMANDS.find((name) => name === command);
    if (known !== undefined) return { kind: "command", command: known };
    const given = typeof command === "string" ? `"${command}"` : typeof command;
    return refusal("bad_argument", `command is ${given}; pass one of ${EDIT_COMMANDS.join(", ")}`);
  }
  return { kind: "command", command: meantBy(args) };
}

function meantBy(args: Readonly<Record<string, unknown>>): EditCommandName {
  const meaning = MEANINGS.find(({ any }) => any.some((name) => isGiven(args[name])));
  if (meaning !== undefined) return meaning.command;
  const writes = typeof args.new_text === "string" || typeof args.old_text === "string";
  if (isGiven(args.symbol)) return typeof args.new_text === "string" ? "replace_symbol" : "view";
  return writes ? "str_replace" : "view";
}

function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== "";
}
