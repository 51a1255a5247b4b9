import { type EditRefusal, refusal } from "../outcome.ts";

/** In the order in which they are listed to a model. */
export const EDIT_COMMANDS = ["view", "str_replace", "insert", "patch", "replace_symbol", "undo_edit"] as const;

export type EditCommandName = (typeof EDIT_COMMANDS)[number];

/**
 * What the other arguments mean when no command is named: the first line of which any argument is given. An
 * empty text or list counts only where nothing else says more.
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
  const isNamed = (name: string) => args[name] !== undefined && args[name] !== null;
  if (isGiven(args.symbol)) return isNamed("new_text") ? "replace_symbol" : "view";
  // All that is left of a call that would write is empty: its command says what is missing.
  const written = MEANINGS.find(({ command, any }) => command !== "view" && any.some(isNamed));
  if (written !== undefined) return written.command;
  return isNamed("new_text") || isNamed("end_anchor") ? "str_replace" : "view";
}

function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== "";
}
