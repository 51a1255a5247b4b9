import type { CheckedChange, CheckRequest } from "../checks/mod.ts";
import { contentBytes, type PlaygroundDocument } from "../document/mod.ts";
import { changeIn } from "../labs/diagnostics/diagnostics-inputs.ts";

export type CheckLook =
  /** What a write of the open file would call new, or why nobody looked. */
  | { readonly kind: "new_findings" }
  /** The key of the answer, to the character. */
  | { readonly kind: "diagnostics_key" };

export interface CheckBench {
  check(request: CheckRequest): Promise<CheckedChange>;
}

/** What the change to the open file would report, on a page that has loaded nothing. */
export async function lookAtChange(look: CheckLook, document: PlaygroundDocument, bench: CheckBench): Promise<string> {
  const request = checkOf(document);
  if (request === null) return "no file with text is open";
  const { outcome } = await bench.check(request);
  if (outcome.kind === "unchecked") return look.kind === "new_findings" ? `not checked: ${outcome.words}` : "no key";
  const { block } = outcome;
  if (look.kind === "diagnostics_key") return JSON.stringify(block);
  if (block.new_count === 0) return `checked by ${block.checker}: nothing new`;
  const named = block.findings.map(({ code, line }) => `${code} in line ${line ?? "?"}`);
  return `checked by ${block.checker}: ${named.join(", ")}`;
}

export function checkOf(document: PlaygroundDocument): CheckRequest | null {
  const files = document.files.flatMap(({ path, content }) => {
    const bytes = contentBytes(content);
    return bytes === null ? [] : [{ path, bytes }];
  });
  const open = document.files.find(({ path }) => path === document.path);
  if (open === undefined || !("text" in open.content)) return null;
  return { ...changeIn(document, open.path, open.content.text), files, modules: [] };
}
