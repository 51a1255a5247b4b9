import {
  DOCUMENT_LIMITS,
  EMPTY_DOCUMENT,
  fileContent,
  type PlaygroundDocument,
  parseDocument,
} from "../document/mod.ts";

export type Picked =
  | { readonly kind: "document"; readonly document: PlaygroundDocument }
  | { readonly kind: "refused"; readonly message: string };

/** As a state file is called when it is saved. */
export const STATE_FILE = /\.mortise\.json$/;

/** A document of files that were picked or dropped; one state file opens as what was saved. Nothing is written back. */
export async function documentFromFiles(files: readonly File[]): Promise<Picked> {
  const [first] = files;
  if (first === undefined) return { kind: "refused", message: "no file was picked" };
  if (files.length === 1 && STATE_FILE.test(first.name)) return stateFrom(first);
  if (files.length > DOCUMENT_LIMITS.files) {
    return {
      kind: "refused",
      message: `${files.length} files were picked, and ${DOCUMENT_LIMITS.files} are the limit`,
    };
  }
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > DOCUMENT_LIMITS.bytes) {
    return { kind: "refused", message: `the files hold ${bytes} bytes, and ${DOCUMENT_LIMITS.bytes} are the limit` };
  }
  const read = files.map(async (file) => ({
    path:
      file.webkitRelativePath === ""
        ? file.name
        : file.webkitRelativePath.slice(file.webkitRelativePath.indexOf("/") + 1),
    content: fileContent(new Uint8Array(await file.arrayBuffer())),
  }));
  const picked = (await Promise.all(read)).sort((a, b) => (a.path < b.path ? -1 : 1));
  return parseDocument({ ...EMPTY_DOCUMENT, files: picked });
}

async function stateFrom(file: File): Promise<Picked> {
  if (file.size > 2 * DOCUMENT_LIMITS.bytes) return { kind: "refused", message: `"${file.name}" is too large` };
  try {
    return parseDocument(JSON.parse(await file.text()));
  } catch {
    return { kind: "refused", message: `"${file.name}" is no JSON` };
  }
}
