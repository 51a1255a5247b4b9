import type { SyntaxProblem } from "../types.ts";

/** Marks of a template language; `${{ }}` is an expression inside a YAML string. */
const TEMPLATE = /(?<!\$)\{\{|\{%|<%/;

/** @returns "unchecked" for a template that becomes YAML only when it is filled in. */
export async function yamlProblem(text: string): Promise<SyntaxProblem | null | "unchecked"> {
  const { parseAllDocuments } = await import("yaml");
  const documents = parseAllDocuments(text, { prettyErrors: true, logLevel: "silent", merge: true });
  const list = Array.isArray(documents) ? documents : [];
  const error = list.flatMap((document) => document.errors)[0];
  if (error === undefined) return null;
  // The second is the parser's own stack: no statement about the text.
  if (TEMPLATE.test(text) || error.code === "RESOURCE_EXHAUSTION") return "unchecked";
  const [position] = error.linePos ?? [];
  const line = position?.line ?? 1;
  const message = error.message.split(/ at line \d+/)[0] ?? error.message;
  return { line, ...(position && { column: position.col }), message: `line ${line}: ${message}` };
}
