import type { LineEnding } from "../../text/mod.ts";

/** A patch as written: what shall become of which files. Where its hunks belong is not known yet. */
export interface Patch<Format extends string = string> {
  readonly kind: "patch";
  readonly format: Format;
  /** In the order of the text; each path once. */
  readonly files: readonly PatchFile[];
}

export interface PatchFile {
  /** As written, without the `a/` or `b/` of a diff; `null` when the patch names no file. */
  readonly path: string | null;
  /**
   * `add`: the file must be absent or empty; it has one hunk of added lines, or none for an empty file. `delete`: hunks,
   * if there are any, are all of the file. `move` may have no hunks, `update` has some.
   */
  readonly action: "add" | "update" | "move" | "delete";
  /** Of a `move` only. */
  readonly moveTo?: string;
  readonly hunks: readonly Hunk[];
}

/** Lines that stand together in the file, with what happens to each. */
export interface Hunk {
  /** Line of the patch text on which the hunk starts, from 1. */
  readonly patchLine: number;
  readonly lines: readonly HunkLine[];
  /** The line of the file, from 1, that the hunk says it starts on. Often wrong, so no more than a hint. */
  readonly oldStart?: number;
  /** Lines of the file that the hunk stands in or after, outermost first. */
  readonly anchors?: readonly string[];
  /** The last line of the hunk is the last of the file. */
  readonly endsFile?: boolean;
}

export interface HunkLine {
  readonly kind: "context" | "remove" | "add";
  /** Without its line end. */
  readonly text: string;
  /** As the patch has it; "" when it says that the file ends here without a line end. */
  readonly ending: LineEnding | "";
}

export interface PatchRefusal {
  readonly kind: "refused";
  readonly errorCode: "bad_patch";
  /** Names the line of the patch, what it holds and what was expected. */
  readonly message: string;
  /** Of the patch text, from 1; absent when no single line is at fault. */
  readonly line?: number;
  /** Names of the arguments that are not there and have to be. */
  readonly missing?: readonly string[];
}

/** What the file has before and after: context and removed lines, or context and added ones. */
export function sideOf(hunk: Hunk, side: "old" | "new"): HunkLine[] {
  const other = side === "old" ? "add" : "remove";
  return hunk.lines.filter(({ kind }) => kind !== other);
}

/** A way to write a patch. Pure, and linear in the length of the text. */
export interface PatchFormat {
  readonly name: string;
  /** Whether a line can only be the first that belongs to a patch of this format. */
  readonly begins: (line: string) => boolean;
  /**
   * @param lines All of the text, prose and fences included; `begins` holds for at least one.
   * @throws PatchFault for everything that is not plainly a patch.
   */
  readonly parse: (lines: readonly PatchLine[]) => PatchFile[];
}

/** A line of a patch text. */
export interface PatchLine {
  /** From 1. */
  readonly number: number;
  /** Without its line end. A carriage return within it belongs to the text. */
  readonly text: string;
  readonly ending: "\n" | "\r\n";
}

/** Thrown by the parsers of this folder, caught by `parsePatch`. */
export class PatchFault extends Error {
  override readonly name = "PatchFault";
  readonly line: number | undefined;

  constructor(message: string, line?: PatchLine) {
    super(message);
    this.line = line?.number;
  }
}

const SHOWN_CHARACTERS = 80;

/** The fault of a line that is something else than it should be. */
export function unexpectedLine(line: PatchLine, expected: string): PatchFault {
  return new PatchFault(`line ${line.number} of the patch is ${shown(line.text)}; expected ${expected}`, line);
}

function shown(text: string): string {
  if (text === "") return "empty";
  const cut = Array.from(text.slice(0, SHOWN_CHARACTERS + 1))
    .slice(0, SHOWN_CHARACTERS)
    .join("");
  return JSON.stringify(cut.length < text.length ? `${cut}...` : cut);
}
