import { inAscii } from "../../../../test/property/claims.ts";
import type { PlaygroundDocument } from "../../document/mod.ts";
import type { ShownFailure } from "../../fuzz/mod.ts";

export interface ExportedText {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** One failing value in the forms in which others take it. */
export function exportsOf(failure: ShownFailure): ExportedText[] {
  const { id, version, title, error, counterexample } = failure;
  // In ASCII, so that what cannot be seen is not lost on the way.
  const value = inAscii(JSON.stringify(counterexample, null, 2));
  const saved = { id, version, cases: [{ value: counterexample, error }] };
  const command = commandOf(failure);
  const edit = editCaseOf(counterexample);
  return [
    ...(command === null ? [] : [{ id: "command", title: "Command", text: command }]),
    { id: "json", title: "JSON case", text: inAscii(`${JSON.stringify(saved, null, 2)}\n`) },
    {
      id: "example",
      title: "Property example",
      text: `await check(asyncProperty(law.arbitrary, law.run), {\n  examples: [[${indented(value)}]],\n});\n`,
    },
    {
      id: "test",
      title: "Test",
      text:
        `import { test } from "vitest";\nimport { PROPERTIES } from "../property/mod.ts";\n\n` +
        `test(${JSON.stringify(`${id}: ${title}`)}, async () => {\n` +
        `  const law = PROPERTIES.find((property) => property.id === ${JSON.stringify(id)});\n` +
        `  if (law === undefined) throw new Error("no such law");\n  await law.run(${indented(value)});\n});\n`,
    },
    ...(edit === null ? [] : [{ id: "curl", title: "curl", text: curlOf(edit) }]),
  ];
}

/** `null` for a case without a key: only a saved one has none. */
export function commandOf({ key, mutant }: Pick<ShownFailure, "key" | "mutant">): string | null {
  return key === null ? null : `mortise replay ${key}${mutant === null ? "" : ` --mutant ${mutant}`}`;
}

/** Opens the lab on the same value. */
export function linkOf({ key, mutant }: Pick<ShownFailure, "key" | "mutant">): string | null {
  if (key === null) return null;
  return `${location.origin}${location.pathname}#replay=${key}${mutant === null ? "" : `+${mutant}`}`;
}

interface EditCase {
  readonly content: string;
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
  readonly expected: number | null;
}

/** A case as one edit of one text, as those of the matching laws are; `null` when it is none. */
function editCaseOf(value: unknown): EditCase | null {
  const given: Partial<Record<keyof EditCase, unknown>> = typeof value === "object" && value !== null ? value : {};
  const { content, oldText, newText = "", replaceAll, expected } = given;
  if (typeof content !== "string" || typeof oldText !== "string" || typeof newText !== "string") return null;
  if (![content, oldText, newText].every((text) => text.isWellFormed())) return null;
  return {
    content,
    oldText,
    newText,
    replaceAll: replaceAll === true,
    expected: typeof expected === "number" ? expected : null,
  };
}

/** What the Match lab opens to show the case; `null` when it is no edit of one text. */
export function matchDocument(value: unknown): Partial<PlaygroundDocument> | null {
  const edit = editCaseOf(value);
  if (edit === null) return null;
  const { content, oldText, newText, replaceAll, expected } = edit;
  return {
    files: [{ path: "case.txt", content: { text: content } }],
    lab: "match",
    inputs: { match: { old_text: oldText, new_text: newText, replace_all: replaceAll, expected } },
  };
}

function curlOf({ content, oldText, newText, replaceAll, expected }: EditCase): string {
  const call = (tool: string, args: object) =>
    `curl -s -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\\n` +
    `  http://127.0.0.1:7717/api/tools/${tool} \\\n  -d ${quoted(JSON.stringify({ arguments: args }))}\n`;
  const edit = {
    path: "case.txt",
    old_text: oldText,
    new_text: newText,
    ...(replaceAll && { replace_all: true }),
    ...(expected !== null && { expected_replacements: expected }),
  };
  return call("write_file", { path: "case.txt", content }) + call("edit_file", edit);
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.split("'").join(`'\\''`)}'`;
}

function indented(json: string): string {
  return json.split("\n").join("\n  ");
}
