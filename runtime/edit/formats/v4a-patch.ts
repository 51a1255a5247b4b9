import { HunkBody } from "./hunk-body.ts";
import { type Hunk, PatchFault, type PatchFile, type PatchFormat, type PatchLine, unexpectedLine } from "./patch.ts";
import { isFence, PatchReader, withoutProse } from "./patch-lines.ts";

const BEGIN = /^\*\*\* Begin Patch\s*$/;
const END = /^\*\*\* End Patch\s*$/;
const OPERATION = /^\*\*\* (Add|Update|Delete) File:(.*)$/;
const MOVE = /^\*\*\* Move to:(.*)$/;
const END_OF_FILE = /^\*\*\* End of File\s*$/;

/**
 * The patch language of `apply_patch`: `*** Begin Patch`, operations on files, `*** End Patch`. Hunks are placed by
 * their lines; `@@` names a line of the file that they stand in or after.
 *
 * Both bounds may be left out together, or the first alone. A patch that begins and does not end was cut off.
 */
export const v4aPatch = {
  name: "v4a",
  begins,
  parse: (lines) => new V4aParser(withoutProse(lines, begins)).parse(),
} as const satisfies PatchFormat;

function begins(line: string): boolean {
  return BEGIN.test(line) || END.test(line) || OPERATION.test(line);
}

class V4aParser {
  readonly #reader: PatchReader;
  readonly #files: PatchFile[] = [];
  #begun: PatchLine | undefined;
  #ended = false;

  constructor(lines: readonly PatchLine[]) {
    this.#reader = new PatchReader(lines);
  }

  parse(): PatchFile[] {
    for (let line = this.#reader.peek(); line !== undefined; line = this.#reader.peek()) this.#topLine(line);
    if (this.#begun !== undefined && !this.#ended) {
      throw new PatchFault(
        `the patch begins at line ${this.#begun.number} and has no "*** End Patch"; send all of it`,
        this.#begun,
      );
    }
    if (this.#files.length === 0) throw new PatchFault('the patch changes no file; expected "*** Update File: <path>"');
    return this.#files;
  }

  #topLine(line: PatchLine): void {
    this.#reader.advance();
    const operation = OPERATION.exec(line.text);
    if (BEGIN.test(line.text)) this.#begin(line);
    else if (END.test(line.text)) this.#end(line);
    else if (operation !== null) this.#operation(line, operation);
    else if (line.text.trim() !== "" && !isFence(line)) this.#prose(line);
  }

  #prose(line: PatchLine): void {
    const isProse = this.#ended || (this.#begun === undefined && this.#files.length === 0);
    if (!isProse || /^(?:[+-]|@@|\*\*\* )/.test(line.text)) {
      throw unexpectedLine(line, '"*** Add File: <path>", "*** Update File: <path>" or "*** Delete File: <path>"');
    }
  }

  #begin(line: PatchLine): void {
    if (this.#begun !== undefined || this.#files.length > 0) {
      throw unexpectedLine(line, "one patch only; put all files between one begin and one end");
    }
    this.#begun = line;
  }

  #end(line: PatchLine): void {
    if (this.#ended) throw unexpectedLine(line, "nothing more behind the end of the patch");
    this.#ended = true;
  }

  #operation(line: PatchLine, [, verb = "", name = ""]: RegExpExecArray): void {
    if (this.#ended) throw unexpectedLine(line, "nothing more behind the end of the patch");
    const path = name.trim();
    if (path === "") throw new PatchFault(`line ${line.number} of the patch names no file`, line);
    this.#files.push(this.#file(line, verb, path));
  }

  #file(line: PatchLine, verb: string, path: string): PatchFile {
    if (verb === "Delete") return { path, action: "delete", hunks: [] };
    if (verb === "Add") return { path, action: "add", hunks: this.#addedFile() };
    const moveTo = MOVE.exec(this.#reader.peek()?.text ?? "")?.[1]?.trim();
    if (moveTo !== undefined) this.#reader.advance();
    if (moveTo === "") throw new PatchFault(`the move below line ${line.number} of the patch names no file`, line);
    const hunks: Hunk[] = [];
    for (let hunk = this.#hunk(); hunk !== undefined; hunk = this.#hunk()) hunks.push(hunk);
    if (moveTo !== undefined) return { path, action: "move", moveTo, hunks };
    if (hunks.length === 0) {
      throw new PatchFault(
        `the patch has no hunk for "${path}" (line ${line.number}); show its lines with "-" and "+"`,
        line,
      );
    }
    return { path, action: "update", hunks };
  }

  #addedFile(): Hunk[] {
    const first = this.#reader.peek();
    if (first === undefined || !first.text.startsWith("+")) return [];
    const body = new HunkBody(first);
    for (let line: PatchLine | undefined = first; line !== undefined; line = this.#reader.peek()) {
      if (!line.text.startsWith("+") && !line.text.startsWith("\\ ")) break;
      body.add(line);
      this.#reader.advance();
    }
    const next = this.#reader.peek();
    if (next !== undefined && next.text !== "" && !next.text.startsWith("***") && !isFence(next)) {
      throw unexpectedLine(next, 'a line of the new file, which starts with "+"');
    }
    return [body.finish({})];
  }

  /** The next hunk of the file, or `undefined` when there is none left. */
  #hunk(): Hunk | undefined {
    const first = this.#skipEmpty();
    if (first === undefined || first.text.startsWith("***") || isFence(first)) return undefined;
    const { anchors, oldStart } = this.#hints();
    const body = new HunkBody(first);
    let endsFile = false;
    for (let line = this.#reader.peek(); line !== undefined; line = this.#reader.peek()) {
      endsFile = END_OF_FILE.test(line.text);
      if (endsFile) this.#reader.advance();
      if (endsFile || line.text.startsWith("@@") || isFence(line) || begins(line.text)) break;
      body.add(line);
      this.#reader.advance();
    }
    if (body.isEmpty()) throw new PatchFault(`the hunk at line ${first.number} of the patch has no lines`, first);
    const hints = {
      ...(anchors.length > 0 && { anchors }),
      ...(oldStart !== undefined && { oldStart }),
      ...(endsFile && { endsFile }),
    };
    return body.finish(hints, endsFile);
  }

  /** Empty lines are context within a hunk, and nothing before one that `@@` opens or behind the last. */
  #skipEmpty(): PatchLine | undefined {
    let empty = 0;
    while (this.#reader.peek(empty)?.text === "") empty++;
    const line = this.#reader.peek(empty);
    if (line === undefined || line.text.startsWith("@@") || begins(line.text)) this.#reader.advance(empty);
    return this.#reader.peek();
  }

  #hints(): { anchors: string[]; oldStart: number | undefined } {
    const anchors: string[] = [];
    let oldStart: number | undefined;
    for (let line = this.#reader.peek(); line?.text.startsWith("@@"); line = this.#reader.peek()) {
      const numbers = /^@@ *-(\d+)(?:,\d+)? +\+\d+(?:,\d+)?(?: |@|$)/.exec(line.text);
      const anchor = line.text.slice(2).trim();
      if (numbers !== null) oldStart = Number(numbers[1]);
      else if (anchor !== "") anchors.push(anchor);
      this.#reader.advance();
    }
    return { anchors, oldStart };
  }
}
