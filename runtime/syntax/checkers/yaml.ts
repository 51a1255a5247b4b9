import type { Document } from "yaml";
import { positionAt } from "../position.ts";
import type { SyntaxProblem } from "../types.ts";
import { withIndentedFlow } from "./yaml-flow.ts";

/** Marks of a template language; `${{ }}` is an expression inside a YAML string. */
const TEMPLATE = /(?<!\$)\{\{|\{%|<%/;

/** @returns "unchecked" for a template that becomes YAML only when it is filled in. */
export async function yamlProblem(text: string): Promise<SyntaxProblem | null | "unchecked"> {
  const { parseAllDocuments, visit } = await import("yaml");
  const read = (source: string) => {
    const documents = parseAllDocuments(source, { prettyErrors: true, logLevel: "silent", merge: true });
    return Array.isArray(documents) ? documents : [];
  };
  const list = read(text);
  const error = firstError(list);
  if (error === undefined) return text.includes("*") ? unknownAlias(list, visit, text) : null;
  // The second is the parser's own stack: no statement about the text.
  if (TEMPLATE.test(text) || error.code === "RESOURCE_EXHAUSTION") return "unchecked";
  const isAboutFlow = error.code === "BAD_INDENT" && error.message.startsWith("Flow ");
  if (isAboutFlow && firstError(read(withIndentedFlow(text))) === undefined) return null;
  const [position] = error.linePos ?? [];
  const line = position?.line ?? 1;
  const message = error.message.split(/ at line \d+/)[0] ?? error.message;
  return { line, ...(position && { column: position.col }), message: `line ${line}: ${message}` };
}

function firstError(documents: readonly Document[]) {
  return documents.flatMap((document) => document.errors)[0];
}

/** An alias without an anchor above it in its document, which a reader finds when it puts the values together. */
function unknownAlias(
  documents: readonly Document[],
  visit: typeof import("yaml").visit,
  text: string,
): SyntaxProblem | null | "unchecked" {
  for (const document of documents) {
    const anchors = new Set<string>();
    const unknown: { readonly name: string; readonly at: number }[] = [];
    visit(document, {
      Value: (_, { anchor }) => {
        if (anchor !== undefined) anchors.add(anchor);
      },
      Alias: (_, { source, range }) => {
        if (!anchors.has(source)) unknown.push({ name: source, at: range?.[0] ?? 0 });
      },
    });
    const [first] = unknown;
    if (first === undefined) continue;
    if (TEMPLATE.test(text)) return "unchecked";
    const { line, column } = positionAt(text, first.at);
    return { line, column, message: `line ${line}: the alias *${first.name} has no anchor above it` };
  }
  return null;
}
