import { insert } from "../../edit/mod.ts";
import type { ToolContext } from "../context.ts";
import type { EditFileArguments } from "./arguments.ts";
import { editOne } from "./edit-one.ts";

export function insertIntoFile(ctx: ToolContext, path: string, args: EditFileArguments) {
  const { insert_line } = args;
  return editOne(ctx, path, args, {
    command: "insert",
    // Line 0 is the top of whatever the file holds.
    lineAddress: insert_line === undefined || insert_line === 0 ? undefined : `insert_line ${insert_line}`,
    edit: (text, _, limits) => insert(text, args, limits),
  });
}
