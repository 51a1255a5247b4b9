import { textStart } from "../../text/mod.ts";
import type { Patch, PatchFile } from "../formats/patch.ts";
import { type Changed, type EditRefusal, refusal } from "../outcome.ts";
import type { PatchOptions } from "../place-hunks.ts";
import { resolveHunks } from "../resolve-hunks.ts";

/** A file of a patch whose path is known. */
export interface NamedPatchFile extends PatchFile {
  readonly path: string;
}

/**
 * Settles which files a patch is for.
 *
 * @param path The argument beside the patch, if any. It names the file of a patch that names none or one; a patch for
 * several files names them itself.
 */
export function patchTargets(
  patch: Patch,
  path: string | undefined,
): { readonly kind: "files"; readonly files: readonly NamedPatchFile[] } | EditRefusal {
  const [only, ...others] = patch.files;
  if (only === undefined) return refusal("bad_patch", "the patch changes no file");
  if (others.length === 0) {
    const target = path ?? only.path;
    if (target === null) return refusal("bad_argument", "the patch names no file; pass path", { missing: ["path"] });
    if (only.path !== null && !isSamePath(target, only.path)) {
      return refusal(
        "bad_argument",
        `path is "${target}" and the patch is for "${only.path}"; leave one of the two out`,
      );
    }
    return { kind: "files", files: [{ ...only, path: target }] };
  }
  if (path !== undefined) {
    return refusal("bad_argument", `the patch is for ${patch.files.length} files and path names one; leave path out`);
  }
  const files = patch.files.flatMap((file) => (file.path === null ? [] : [{ ...file, path: file.path }]));
  if (files.length < patch.files.length) {
    return refusal("bad_patch", "some parts of the patch name a file and some do not; name the file of each");
  }
  return { kind: "files", files };
}

/** A patch may name the file from a folder below the root, or by an absolute path; not from one above that `path` lacks. */
function isSamePath(path: string, inPatch: string): boolean {
  const [given, named] = [withoutDot(path), withoutDot(inPatch)];
  return given === named || given.endsWith(`/${named}`) || (named.startsWith("/") && named.endsWith(`/${given}`));
}

function withoutDot(path: string): string {
  return path.startsWith("./") ? path.slice(2) : path;
}

/** What a patch makes of one file. */
export type PatchedText =
  | { readonly kind: "deleted"; readonly content: null }
  | (Changed & { readonly action: "add" | "update" | "move" })
  /** A move that leaves the text alone. */
  | { readonly kind: "moved"; readonly content: string };

/**
 * Applies the part of a patch that is for one file.
 *
 * @param content The text of the file; `null` when there is none. Whether the target of a move is free is the caller's
 * question.
 */
export function patchFile(
  content: string | null,
  file: NamedPatchFile,
  options: PatchOptions = {},
): PatchedText | EditRefusal {
  if (file.action === "add") return addedText(content, file, options);
  if (content === null) {
    return refusal("not_found", `the patch would ${file.action} "${file.path}", which does not exist; check the path`);
  }
  if (file.action === "delete") return deletedText(content, file, options);
  if (file.action === "move" && file.hunks.length === 0) return { kind: "moved", content };
  const outcome = resolveHunks(content, file.hunks, options);
  return outcome.kind === "refused" ? outcome : { ...outcome, action: file.action };
}

function addedText(content: string | null, file: NamedPatchFile, options: PatchOptions): PatchedText | EditRefusal {
  if (content !== null && content !== "") {
    return refusal(
      "already_exists",
      `the patch adds "${file.path}", which exists; change it by hunks with context lines, or write it whole`,
    );
  }
  if (file.hunks.length === 0) {
    if (content !== null)
      return refusal("no_change", `"${file.path}" exists and is empty already; leave it out of the patch`);
    const empty = { content: "", replacements: 0, matchedLines: [], changes: [], requiresReview: false };
    return { kind: "edited", action: "add", ...empty };
  }
  const outcome = resolveHunks("", file.hunks, options);
  return outcome.kind === "refused" ? outcome : { ...outcome, action: "add" };
}

/** A patch that shows what it deletes must show all of it. */
function deletedText(content: string, file: NamedPatchFile, options: PatchOptions): PatchedText | EditRefusal {
  if (file.hunks.length === 0) return { kind: "deleted", content: null };
  const outcome = resolveHunks(content, file.hunks, options);
  if (outcome.kind === "refused") return outcome;
  if (outcome.content.length > textStart(outcome.content)) {
    return refusal(
      "not_found",
      `the patch deletes "${file.path}", which has lines that it does not show; read the file`,
    );
  }
  return { kind: "deleted", content: null };
}
