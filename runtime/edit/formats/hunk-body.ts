import { splitLines } from "../../text/mod.ts";
import { type Hunk, type HunkLine, PatchFault, type PatchLine, unexpectedLine } from "./patch.ts";

/** How many lines of the file a hunk says it covers before and after. */
export interface HunkCounts {
  readonly old: number;
  readonly new: number;
}

interface Row {
  readonly line: PatchLine;
  readonly kind: HunkLine["kind"];
  /** A line without even its prefix: a context line whose only space was trimmed, or the gap behind the hunk. */
  readonly bare: boolean;
  noNewline: boolean;
}

const KINDS: Readonly<Record<string, HunkLine["kind"]>> = { " ": "context", "-": "remove", "+": "add" };

/** Collects the lines of one hunk, of a format that marks each with a space, `-` or `+`. */
export class HunkBody {
  readonly #counts: HunkCounts | undefined;
  readonly #rows: Row[] = [];
  readonly #start: PatchLine;
  /** Rows of the old and of the new side. */
  readonly #height = { old: 0, new: 0 };

  constructor(start: PatchLine, counts?: HunkCounts) {
    this.#start = start;
    this.#counts = counts;
  }

  /** Throws for a line that no hunk can hold. */
  add(line: PatchLine): void {
    if (line.text.startsWith("\\ ")) {
      const last = this.#rows.at(-1);
      if (last === undefined) throw unexpectedLine(line, "a line of the file before the remark on its end");
      last.noNewline = true;
      return;
    }
    const kind = line.text === "" ? "context" : KINDS[line.text.charAt(0)];
    if (kind === undefined) {
      throw unexpectedLine(
        line,
        'a line of the hunk, which starts with a space, "+" or "-"; mark context with a space',
      );
    }
    this.#rows.push({ line, kind, bare: line.text === "", noNewline: false });
    this.#count(kind, 1);
  }

  /** What is still missing by the hunk's own counts; `undefined` when it has none. Negative when there is more. */
  missing(): HunkCounts | undefined {
    return this.#counts && { old: this.#counts.old - this.#height.old, new: this.#counts.new - this.#height.new };
  }

  isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** @param keepsGap Empty lines at the end belong to the file, whatever the counts. */
  finish(hints: Pick<Hunk, "oldStart" | "anchors" | "endsFile">, keepsGap = false): Hunk {
    if (!keepsGap) this.#dropGap();
    const lines = this.#rows.flatMap(hunkLines);
    if (lines.every(({ kind }) => kind === "context")) {
      throw new PatchFault(
        `the hunk at line ${this.#start.number} of the patch changes nothing; mark its lines with "-" and "+"`,
        this.#start,
      );
    }
    this.#refuseLinesBehindEnd();
    return { patchLine: this.#start.number, lines, ...hints };
  }

  /** Empty lines at the end part this hunk from what follows, unless the counts ask for them. */
  #dropGap(): void {
    while (this.#rows.at(-1)?.bare === true) {
      const missing = this.missing();
      if (missing?.old === 0 && missing.new === 0) return;
      this.#rows.pop();
      this.#count("context", -1);
    }
  }

  #count(kind: HunkLine["kind"], step: number): void {
    if (kind !== "add") this.#height.old += step;
    if (kind !== "remove") this.#height.new += step;
  }

  #refuseLinesBehindEnd(): void {
    for (const other of ["add", "remove"] as const) {
      const side = this.#rows.filter(({ kind }) => kind !== other);
      const end = side.findIndex(({ noNewline }) => noNewline);
      const behind = end < 0 ? undefined : side[end + 1];
      if (behind !== undefined) throw unexpectedLine(behind.line, "no line behind the one that ends the file");
    }
  }
}

/** Usually one. A row with a lone CR in it is several lines of the file. */
function hunkLines({ line, kind, noNewline }: Row): HunkLine[] {
  // Without the line feed a carriage return at the end of the row is the file's own.
  const raw = line.text.slice(1) + (noNewline ? (line.ending === "\r\n" ? "\r" : "") : line.ending);
  if (raw === "") return [{ kind, text: "", ending: "" }];
  return splitLines(raw).map(({ start, end, next }) => {
    const ending = raw.slice(end, next);
    const known = ending === "\r\n" || ending === "\n" || ending === "\r" ? ending : "";
    return { kind, text: raw.slice(start, end), ending: known };
  });
}
