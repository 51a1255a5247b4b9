import { multiEdit, strReplace } from "../../edit/mod.ts";
import type { ToolContext } from "../context.ts";
import { failure } from "../types.ts";
import type { EditFileArguments } from "./arguments.ts";
import { TOOL } from "./candidate.ts";
import { editOne } from "./edit-one.ts";

const OF_ONE = [
  "old_text",
  "start_anchor",
  "end_anchor",
  "occurrence",
  "replace_all",
  "expected_replacements",
] as const;

export async function replaceInFile(ctx: ToolContext, path: string, args: EditFileArguments) {
  const { edits = [] } = args;
  const [one] = OF_ONE.filter((name) => args[name] !== undefined && args[name] !== "");
  if (args.edits !== undefined && edits.length === 0 && one === undefined) {
    const message = `${TOOL}: edits is empty; pass at least one with old_text and new_text. Nothing was run`;
    return failure("bad_argument", message, { path, argument: "edits" });
  }
  if (edits.length === 0) {
    const lineAddress = args.occurrence === undefined ? undefined : `occurrence ${args.occurrence}`;
    const edit = (text: string, _: string, limits: Parameters<typeof strReplace>[2]) => strReplace(text, args, limits);
    return editOne(ctx, path, args, { command: "str_replace", lineAddress, edit });
  }
  if (one !== undefined || (args.new_text ?? "") !== "") {
    const both = one ?? "new_text";
    const message = `${TOOL}: edits and ${both} are given; put every replacement into edits. Nothing was run`;
    return failure("bad_argument", message, { path, arguments: ["edits", both] });
  }
  const counted = edits.find(({ occurrence }) => occurrence !== undefined);
  return editOne(ctx, path, args, {
    command: "str_replace",
    lineAddress: counted && `occurrence ${counted.occurrence}`,
    edit: (text, _, limits) => multiEdit(text, edits, limits),
  });
}
