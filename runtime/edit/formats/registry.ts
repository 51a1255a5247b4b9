import { type Patch, PatchFault, type PatchFile, type PatchFormat, type PatchRefusal } from "./patch.ts";
import { readPatchLines } from "./patch-lines.ts";
import { searchReplace } from "./search-replace.ts";
import { unifiedDiff } from "./unified-diff.ts";
import { v4aPatch } from "./v4a-patch.ts";

/** No two of them can begin with the same line. */
export const PATCH_FORMATS = [unifiedDiff, v4aPatch, searchReplace] as const satisfies readonly PatchFormat[];

export type PatchFormatName = (typeof PATCH_FORMATS)[number]["name"];

/** Reads a patch in any of the formats: the one whose first line comes first. Never throws; takes linear time. */
export function parsePatch(text: string): Patch<PatchFormatName> | PatchRefusal {
  const lines = readPatchLines(text);
  try {
    for (const line of lines) {
      const format = PATCH_FORMATS.find(({ begins }) => begins(line.text));
      if (format === undefined) continue;
      return { kind: "patch", format: format.name, files: mergeFiles(format.parse(lines)) };
    }
  } catch (error) {
    if (!(error instanceof PatchFault)) throw error;
    return refusal(error.message, error.line);
  }
  if (text.trim() === "") return { ...refusal("the patch is empty; pass its text"), missing: ["patch"] };
  return refusal(
    'the patch has no hunks; write a unified diff with "@@" lines, a "*** Begin Patch" text, or SEARCH/REPLACE blocks',
  );
}

function refusal(message: string, line?: number): PatchRefusal {
  return { kind: "refused", errorCode: "bad_patch", message, ...(line !== undefined && { line }) };
}

/** Further changes of a file that is named again join the first; other ways to name one twice contradict each other. */
function mergeFiles(files: readonly PatchFile[]): PatchFile[] {
  const byPath = new Map<string | null, PatchFile & { hunks: PatchFile["hunks"][number][] }>();
  const targets = new Set<string>();
  for (const { path, action, moveTo, hunks } of files) {
    const known = byPath.get(path);
    if (known === undefined) {
      byPath.set(path, { path, action, hunks: [...hunks], ...(moveTo !== undefined && { moveTo }) });
    } else if (known.action === "update" && action === "update") {
      for (const hunk of hunks) known.hunks.push(hunk);
    } else {
      throw new PatchFault(`the patch has "${path ?? "its file"}" twice (${known.action}, then ${action}); keep one`);
    }
    if (moveTo !== undefined) {
      if (targets.has(moveTo)) throw new PatchFault(`the patch moves two files to "${moveTo}"`);
      targets.add(moveTo);
    }
  }
  const merged = [...byPath.values()];
  for (const file of merged) checkShape(file);
  return merged;
}

/** What an action allows of hunks. */
function checkShape({ path, action, hunks }: PatchFile): void {
  const name = path === null ? "the new file" : `"${path}"`;
  if (action === "add" && (hunks.length > 1 || hunks.some(({ lines }) => lines.some(({ kind }) => kind !== "add")))) {
    throw new PatchFault(`the patch adds ${name}, but not as one hunk of added lines; mark every line with "+"`);
  }
  if (action === "delete" && hunks.some(({ lines }) => lines.some(({ kind }) => kind === "add"))) {
    throw new PatchFault(`the patch deletes ${name} and adds lines to it`);
  }
}
