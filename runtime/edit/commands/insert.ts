import { dominantEnding, endsWithLineBreak, splitLines, textStart } from "../../text/mod.ts";
import type { EditOptions } from "../apply-edit.ts";
import { type CommandOutcome, type EditRefusal, refusal } from "../outcome.ts";
import { spliceEdits } from "../span-edits.ts";
import { findAnchor } from "./anchors.ts";
import { writtenText } from "./written-text.ts";

/** Arguments as the model writes them; exactly one of the three places is given. */
export interface InsertArguments {
  /** Behind this line; 0 is the top of the file, behind a byte order mark. */
  readonly insert_line?: number | undefined;
  /** Text that stands once in the file; the lines go above its first line. */
  readonly insert_before_anchor?: string | undefined;
  /** Likewise, below its last line. */
  readonly insert_after_anchor?: string | undefined;
  readonly new_text?: string | undefined;
}

/**
 * Puts whole lines between two lines of the file. The text gets a line end when it has none; at the end of a file
 * without a final line end it starts with one instead, and the file stays without.
 */
export function insert(content: string, args: InsertArguments, options: EditOptions = {}): CommandOutcome {
  const { new_text } = args;
  if (new_text === undefined || new_text === "") {
    const message = 'new_text is missing, so there is nothing to insert; pass "\\n" for an empty line';
    return refusal("bad_argument", message, { missing: ["new_text"] });
  }
  const lines = splitLines(content, textStart(content));
  const place = placeOf(content, lines.length, args, options);
  if (place.kind === "refused") return place;
  const above = lines[place.line - 1];
  const at = above?.next ?? textStart(content);
  const ending = dominantEnding(content);
  const written = writtenText(content, at, new_text);
  if (written === "") return refusal("bad_argument", "new_text is only a byte order mark; pass the lines to insert");
  const opensLine = above !== undefined && above.next === above.end;
  const ended = endsWithLineBreak(written);
  const text = opensLine
    ? ending + (ended ? written.slice(0, -ending.length) : written)
    : written + (ended ? "" : ending);
  const { content: edited, changes } = spliceEdits(content, [{ start: at, end: at, text }]);
  return {
    kind: "edited",
    content: edited,
    ...(place.anchor && { strategy: "exact" }),
    replacements: 1,
    matchedLines: place.anchor ? [place.anchor] : [],
    changes,
    requiresReview: false,
  };
}

interface InsertPlace {
  readonly kind: "place";
  /** The line above, from 1; 0 for the top. */
  readonly line: number;
  readonly anchor?: readonly [number, number];
}

function placeOf(
  content: string,
  lineCount: number,
  { insert_line, insert_before_anchor, insert_after_anchor }: InsertArguments,
  options: EditOptions,
): InsertPlace | EditRefusal {
  const anchors = [
    { name: "insert_before_anchor", text: insert_before_anchor },
    { name: "insert_after_anchor", text: insert_after_anchor },
  ].filter(({ text }) => text !== undefined && text !== "");
  const places = anchors.length + (insert_line === undefined ? 0 : 1);
  if (places !== 1) {
    return refusal(
      "bad_argument",
      `${places === 0 ? "no place is given" : "several places are given"}; pass one of insert_line, insert_before_anchor ` +
        "and insert_after_anchor",
      places === 0 ? { missing: ["insert_line"] } : {},
    );
  }
  const [anchor] = anchors;
  if (anchor?.text !== undefined) {
    const found = findAnchor(content, anchor.name, anchor.text, options);
    if (found.kind === "refused") return found;
    const { startLine, endLine } = found.candidate;
    const line = anchor.name === "insert_before_anchor" ? startLine - 1 : endLine;
    return { kind: "place", line, anchor: [startLine, endLine] };
  }
  const line = insert_line ?? 0;
  if (Number.isInteger(line) && line >= 0 && line <= lineCount) return { kind: "place", line };
  return refusal(
    "bad_argument",
    `insert_line is ${line}, and the file has ${lineCount} ${lineCount === 1 ? "line" : "lines"}; pass 0 for the top, or ` +
      "the number of the line above",
  );
}
