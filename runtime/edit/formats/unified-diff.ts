import { NO_FILE, nameIn, nameInGitHeader, withoutPrefixes } from "./diff-names.ts";
import { HunkBody } from "./hunk-body.ts";
import { type Hunk, PatchFault, type PatchFile, type PatchFormat, type PatchLine, unexpectedLine } from "./patch.ts";
import { isFence, PatchReader, withoutProse } from "./patch-lines.ts";

/**
 * What `diff -u` and `git diff` write, and what models make of it: file headers may be missing, the numbers behind `@@`
 * are hints, an empty line is an empty context line, and prose may stand before the first header.
 */
export const unifiedDiff = {
  name: "unified_diff",
  begins,
  parse: (lines) => new DiffParser(withoutProse(lines, begins)).parse(),
} as const satisfies PatchFormat;

function begins(line: string): boolean {
  return /^(?:@@|diff --git |--- \S|\+\+\+ \S)/.test(line);
}

/** What the lines above the hunks say of one file. */
interface FileDraft {
  readonly line: PatchLine;
  gitName: string | null;
  oldName: string | null;
  newName: string | null;
  renamedFrom: string | null;
  renamedTo: string | null;
  mode: "new" | "deleted" | null;
  readonly hunks: Hunk[];
}

class DiffParser {
  readonly #reader: PatchReader;
  readonly #drafts: FileDraft[] = [];

  constructor(lines: readonly PatchLine[]) {
    this.#reader = new PatchReader(lines);
  }

  parse(): PatchFile[] {
    for (let line = this.#reader.peek(); line !== undefined; line = this.#reader.peek()) this.#topLine(line);
    return this.#drafts.map(fileOf);
  }

  #topLine(line: PatchLine): void {
    const { text } = line;
    const isMailEnd = isSignature(this.#reader);
    this.#reader.advance(isMailEnd ? 2 : 1);
    if (isMailEnd || text.trim() === "" || isFence(line)) return;
    if (text.startsWith("@@")) {
      this.#hunk(line);
    } else if (text.startsWith("diff --git ")) {
      this.#begin(line).gitName = nameInGitHeader(line, text.slice("diff --git ".length));
    } else if (text.startsWith("--- ")) {
      this.#draftFor(line, "oldName").oldName = nameIn(line, text.slice(4));
    } else if (text.startsWith("+++ ")) {
      this.#draftFor(line, "newName").newName = nameIn(line, text.slice(4));
    } else if (!this.#extendedHeader(line)) {
      this.#prose(line);
    }
  }

  /** The draft that a name line adds to: the one begun by the lines just above, or a new one. */
  #draftFor(line: PatchLine, name: "oldName" | "newName"): FileDraft {
    const draft = this.#drafts.at(-1);
    const isOpen = draft !== undefined && draft.hunks.length === 0 && draft[name] === null && draft.newName === null;
    return isOpen ? draft : this.#begin(line);
  }

  #begin(line: PatchLine): FileDraft {
    const none = { gitName: null, oldName: null, newName: null, renamedFrom: null, renamedTo: null, mode: null };
    const draft: FileDraft = { line, ...none, hunks: [] };
    this.#drafts.push(draft);
    return draft;
  }

  /** The lines that git writes between the name of a file and its hunks; false for others. */
  #extendedHeader(line: PatchLine): boolean {
    const { text } = line;
    if (/^(?:index [0-9a-f]|Index: |={60,}$|(?:old|new) mode \d|(?:dis)?similarity index )/.test(text)) return true;
    if (/^(?:GIT binary patch|Binary files? .* differ$)/.test(text)) {
      throw new PatchFault(`line ${line.number} of the patch changes a binary file; write that file whole`, line);
    }
    const draft = this.#drafts.at(-1);
    if (draft === undefined || draft.hunks.length > 0) return false;
    if (/^copy (?:from|to) /.test(text)) {
      throw new PatchFault(`line ${line.number} of the patch copies a file; write the copy instead`, line);
    }
    if (text.startsWith("rename from ")) draft.renamedFrom = nameIn(line, text.slice("rename from ".length));
    else if (text.startsWith("rename to ")) draft.renamedTo = nameIn(line, text.slice("rename to ".length));
    else if (text.startsWith("new file mode ")) draft.mode = "new";
    else if (text.startsWith("deleted file mode ")) draft.mode = "deleted";
    else return false;
    return true;
  }

  /** Prose may come before the patch, as long as it cannot be a hunk that lacks its header. */
  #prose(line: PatchLine): void {
    if (this.#drafts.length > 0)
      throw unexpectedLine(line, 'the header of a file or a hunk ("---", "diff --git" or "@@")');
    if (/^[+-]/.test(line.text) && !/^(?:-{3,}|\+{3,})$/.test(line.text)) {
      throw unexpectedLine(line, 'a line with "@@" before the first line of a hunk');
    }
  }

  #hunk(start: PatchLine): void {
    const draft = this.#drafts.at(-1) ?? this.#begin(start);
    const numbers = hunkNumbers(start);
    const body = new HunkBody(start, numbers?.counts);
    for (let line = this.#reader.peek(); line !== undefined; line = this.#reader.peek()) {
      if (this.#endsHunk(line, body)) break;
      body.add(line);
      this.#reader.advance();
    }
    if (body.isEmpty()) throw new PatchFault(`the hunk at line ${start.number} of the patch has no lines`, start);
    draft.hunks.push(body.finish(numbers === undefined ? {} : { oldStart: numbers.oldStart }));
  }

  #endsHunk(line: PatchLine, body: HunkBody): boolean {
    const { text } = line;
    if (/^(?:@@|diff --git |Index: )/.test(text) || isFence(line)) return true;
    if (text.startsWith("--- ") && this.#isFileHeader(line, body)) return true;
    const missing = body.missing();
    return isSignature(this.#reader) && missing?.old === 0 && missing.new === 0;
  }

  /** Whether `--- x` above `+++ y` names a file, and not a removed `-- x` and an added `++ y`. */
  #isFileHeader(line: PatchLine, body: HunkBody): boolean {
    const [next, third] = [this.#reader.peek(1), this.#reader.peek(2)];
    if (next === undefined || !next.text.startsWith("+++ ")) return false;
    const missing = body.missing();
    if (missing?.old === 0 && missing.new === 0) return true;
    if (!third?.text.startsWith("@@")) return false;
    const names = [line.text.slice(4), next.text.slice(4)];
    const plainly = names.every((name, at) => name.startsWith(["a/", "b/"][at] ?? "") || name.startsWith(NO_FILE));
    return plainly || !(missing?.old === 1 && missing.new === 1);
  }
}

/** The end of a patch sent by mail: `-- ` and the version of git. */
function isSignature(reader: PatchReader): boolean {
  return /^-- ?$/.test(reader.peek()?.text ?? "") && /^\d+\.\d+/.test(reader.peek(1)?.text ?? "") && reader.isSpent(2);
}

interface HunkNumbers {
  readonly oldStart: number;
  readonly counts: { readonly old: number; readonly new: number };
}

function hunkNumbers(line: PatchLine): HunkNumbers | undefined {
  if (line.text.startsWith("@@@")) {
    throw new PatchFault(
      `line ${line.number} of the patch belongs to a combined diff; make a plain one of two versions`,
      line,
    );
  }
  const found = /^@@ *-(\d+)(?:,(\d+))? +\+(\d+)(?:,(\d+))?(?: |@|$)/.exec(line.text);
  if (found === null) return undefined;
  const [, oldStart, oldCount = "1", , newCount = "1"] = found;
  return { oldStart: Number(oldStart), counts: { old: Number(oldCount), new: Number(newCount) } };
}

function fileOf(draft: FileDraft): PatchFile {
  const { hunks, renamedFrom, renamedTo, line } = draft;
  const [oldName, newName] = withoutPrefixes(draft.oldName, draft.newName);
  if (renamedFrom !== null || renamedTo !== null) {
    if (renamedFrom === null || renamedTo === null) {
      throw new PatchFault(
        `the file at line ${line.number} of the patch needs both "rename from" and "rename to"`,
        line,
      );
    }
    return { path: renamedFrom, action: "move", moveTo: renamedTo, hunks };
  }
  const path = pathOf(draft, oldName, newName);
  const isNew = draft.mode === "new" || oldName === NO_FILE || hunks.some(startsEmptyFile);
  const isGone = draft.mode === "deleted" || newName === NO_FILE;
  if (isNew && isGone)
    throw new PatchFault(`the file at line ${line.number} of the patch is both new and deleted`, line);
  if (isNew) return { path, action: "add", hunks };
  if (isGone) return { path, action: "delete", hunks };
  if (hunks.length === 0) {
    throw new PatchFault(
      `the patch has no hunk for the file at line ${line.number}; put each change behind a line with "@@"`,
      line,
    );
  }
  return { path, action: "update", hunks };
}

/** A header that starts at line 0 says that there is no line yet. */
function startsEmptyFile(hunk: Hunk): boolean {
  return hunk.oldStart === 0 && hunk.lines.every(({ kind }) => kind === "add");
}

function pathOf(draft: FileDraft, oldName: string | null, newName: string | null): string | null {
  const [first, second] = [oldName, newName].filter((name) => name !== null && name !== NO_FILE);
  if (first === undefined) return draft.gitName;
  if (second === undefined || second === null) return first;
  const isSameOrBackup = first?.startsWith(second) && /^(?:|\.orig|\.old|\.bak)$/.test(first.slice(second.length));
  if (isSameOrBackup) return second;
  throw new PatchFault(
    `line ${draft.line.number} of the patch names "${first}" and then "${second}"; to move a file use "rename from" and ` +
      `"rename to" lines`,
    draft.line,
  );
}
