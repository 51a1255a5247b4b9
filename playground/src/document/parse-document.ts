import { EMPTY_DOCUMENT } from "./empty-document.ts";
import { contentBytes } from "./file-content.ts";
import { DOCUMENT_LIMITS } from "./limits.ts";
import { documentSchema, type PlaygroundDocument } from "./schema.ts";

export interface DocumentFault {
  readonly kind: "refused";
  /** A sentence for the reader: what is wrong, and where. */
  readonly message: string;
}

/** The one check of a document from outside: shape, bounds, and paths that stand once. Fields left out take their defaults. */
export function parseDocument(
  value: unknown,
): { readonly kind: "document"; readonly document: PlaygroundDocument } | DocumentFault {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refused("it holds no document");
  const parsed = documentSchema.safeParse({ ...EMPTY_DOCUMENT, ...value });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const place = issue === undefined || issue.path.length === 0 ? "the document" : issue.path.map(String).join(".");
    return refused(`${place} is not as it should be (${issue?.message ?? "no reason given"})`);
  }
  const document = parsed.data;
  const paths = document.files.map((file) => file.path);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) return refused(`the file "${twice}" stands twice`);
  const inside = paths.find((path) => paths.some((other) => other.startsWith(`${path}/`)));
  if (inside !== undefined) return refused(`"${inside}" is a file and a folder at once`);
  let bytes = 0;
  for (const { path, content } of document.files) {
    const held = contentBytes(content);
    if (held === null) return refused(`the content of "${path}" is no base64`);
    bytes += held.length;
  }
  if (bytes > DOCUMENT_LIMITS.bytes)
    return refused(`its files hold ${bytes} bytes, and ${DOCUMENT_LIMITS.bytes} are the limit`);
  return { kind: "document", document: { ...document, playhead: Math.min(document.playhead, document.events.length) } };
}

function refused(message: string): DocumentFault {
  return { kind: "refused", message };
}
