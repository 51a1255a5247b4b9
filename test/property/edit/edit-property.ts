import type { EditCommand, EditOptions, EditOutcome } from "../../../runtime/edit/mod.ts";
import { claim } from "../claims.ts";
import type { Property } from "../property.ts";
import type { EditEngine } from "./engine.ts";

/** A law of editing, stated of an engine. */
export type EditProperty<Value> = (edit: EditEngine) => Property<Value>;

export interface Change {
  readonly content: string;
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll?: boolean;
}

export function applyChange(
  edit: EditEngine,
  { content, oldText, newText, replaceAll }: Change,
  options?: EditOptions,
): EditOutcome {
  const command: EditCommand = {
    command: "str_replace",
    old_text: oldText,
    new_text: newText,
    ...(replaceAll !== undefined && { replace_all: replaceAll }),
  };
  return edit.apply(content, command, options);
}

/** The single span an edit without `replace_all` replaced. */
export function spanOf(edit: EditEngine, { content, oldText }: Pick<Change, "content" | "oldText">) {
  const match = edit.find(content, oldText);
  const [span] = match.candidates ?? [];
  claim(match.kind === "matched" && span !== undefined, "applied an edit whose place is not found again");
  return span;
}
