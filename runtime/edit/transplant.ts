import type { ErrorCode } from "../errors.ts";
import { BOM, endsWithLineBreak, isBlank, type LineEnding, textStart } from "../text/mod.ts";
import {
  adjustmentWarning,
  type Corrected,
  correctEscapes,
  correctListing,
  type NewTextAdjustment,
} from "./copying-faults.ts";
import { layLines, layVerbatim, type UnplacedLine } from "./lay-lines.ts";
import { type Lines, readLines } from "./line-alignment.ts";
import { listingForm, stripListing } from "./listing-numbers.ts";
import type { MatchStrategy } from "./matchers/registry.ts";
import { NearbyIndents } from "./nearby-indents.ts";
import { indentOf } from "./open-gap.ts";
import type { MatchCandidate } from "./types.ts";

export interface TransplantRequest {
  /** The whole file. */
  readonly content: string;
  /** Where the strategy matched. */
  readonly span: MatchCandidate;
  readonly strategy: MatchStrategy;
  /** As the model wrote it. */
  readonly oldText: string;
  /** As the strategy compared it, where it changed it (decoded, stripped); else the same text. */
  readonly effectiveOldText: string;
  readonly newText: string;
  /** The file's dominant line ending. */
  readonly ending: LineEnding;
  /** To be shared by the requests of one file. */
  readonly nearby?: NearbyIndents;
}

export type Transplant =
  | {
      readonly kind: "text";
      /** What shall stand in place of the span. */
      readonly text: string;
      /** Copying faults left out of the new text; then `warning` says so. */
      readonly adjusted: readonly NewTextAdjustment[];
      readonly warning?: string;
    }
  | {
      readonly kind: "refused";
      readonly errorCode: Extract<ErrorCode, "no_sound_mapping">;
      /** One sentence for the model: what is not known, and the next step. */
      readonly reason: string;
    };

/**
 * Lays the edit from old to new text onto the span that the old text was found at, instead of pasting the new text.
 *
 * What holds for every strategy:
 * - New text equal to old text gives the span back, to the code unit.
 * - A line of the new text that equals an aligned line of the old text is not written: the file's line stays with its
 *   own spaces, quotes and terminator. (A longest common subsequence aligns the two.)
 * - A line end that is written is the file's dominant one.
 * - A byte order mark is never added to, taken from or doubled at the start of the file.
 * - Nothing in the new text is special.
 *
 * `exact`, and any hit that starts or ends within a line, is written as given apart from the above.
 *
 * A hit on whole lines also takes the file's form:
 * - Written lines get the file's indentation (`learnIndentation`); a line without text gets none, unless the old text
 *   has the file's indentation, when it stays as given. Where the indentation cannot be known the edit is refused.
 * - The last line ends as the span does. So a final line break on one of old and new text alone neither joins two lines
 *   nor adds one, and the file does not gain one it lacks. Only an empty new text takes a line away: with its terminator
 *   when the span holds it, else leaving an empty line.
 * - `typographic_normalized`: within a rewritten line, words the edit left alone keep the file's quotes and spaces.
 * - `block_anchor`: lines between the anchors stay only where old text and file agree on them, apart from whitespace at
 *   their ends; all others are replaced.
 *
 * Escapes and listing numbers leave the new text only as the old text proved them (`correctEscapes`, `correctListing`).
 *
 * Time and memory are linear in old text, new text and span, beside a look at a bounded stretch of the file around it.
 */
export function transplant(request: TransplantRequest): Transplant {
  const { content, span } = request;
  const found = content.slice(span.start, span.end);
  if (request.newText === request.oldText) return { kind: "text", text: found, adjusted: [] };

  const mark = span.start === 0 ? found.slice(0, textStart(found)) : "";
  const file = readLines(found.slice(mark.length));
  const { oldText, corrected } = asMeant(request, file);
  const adjusted = corrected.adjusted;
  const warning = adjustmentWarning(adjusted);
  const startsFile = span.start <= textStart(content);
  const newText = startsFile ? withoutBom(corrected.text) : corrected.text;

  const whole = request.strategy !== "exact" && coversLines(content, span);
  const keepsTypography = request.strategy === "typographic_normalized";
  const lay = { file, old: readLines(oldText), newText, ending: request.ending, keepsTypography };
  const laid = whole
    ? layLines({
        ...lay,
        interiorCompared: request.strategy !== "block_anchor",
        nearbyIndents: () => (request.nearby ?? new NearbyIndents(content)).at(span.start),
      })
    : layVerbatim(lay);
  if (typeof laid !== "string") return refusal(laid);
  const text = mark + (startsFile && !file.bodies[0]?.startsWith(BOM) ? withoutBom(laid) : laid);
  return { kind: "text", text, adjusted, ...(warning !== undefined && { warning }) };
}

/** At the start of a file also a second mark would be one. */
function withoutBom(text: string): string {
  let start = 0;
  while (text.startsWith(BOM, start)) start += BOM.length;
  return text.slice(start);
}

/** Old and new text without the copying faults that the strategy found in the old one. */
function asMeant(
  { span, content, strategy, oldText, effectiveOldText, newText }: TransplantRequest,
  file: Lines,
): { oldText: string; corrected: Corrected } {
  const effective = span.start <= textStart(content) ? withoutBom(effectiveOldText) : effectiveOldText;
  if (strategy === "escape_normalized") return { oldText: effective, corrected: correctEscapes(oldText, newText) };
  if (strategy !== "line_number_stripped") return { oldText: effective, corrected: { text: newText, adjusted: [] } };
  const form = listingForm(oldText);
  if (form === null) return { oldText: effective, corrected: { text: newText, adjusted: [] } };
  // `cat -n` of indented lines has a space after every mark that is indentation. The file tells: when the lines agree
  // with it only as long as that space stays, it is no part of the prefix.
  const unspaced = stripListing(oldText, { ...form, spaced: false });
  const spaced = form.spaced && !sameIndentation(readLines(unspaced), file);
  return {
    oldText: spaced ? stripListing(oldText, form) : unspaced,
    corrected: correctListing(oldText, newText, spaced),
  };
}

function sameIndentation(old: Lines, file: Lines): boolean {
  return old.bodies.every((body, index) => isBlank(body) || indentOf(body) === indentOf(file.bodies[index] ?? ""));
}

/** Whether the span starts at the start of a line and ends at the end of one, with or without its terminator. */
function coversLines(content: string, { start, end }: MatchCandidate): boolean {
  const startsLine = start <= textStart(content) || endsWithLineBreak(content.slice(start - 1, start));
  const endsLine =
    end === content.length || endsWithLineBreak(content.slice(end - 1, end)) || /[\r\n]/.test(content.charAt(end));
  return startsLine && endsLine;
}

function refusal({ newLine, reason }: UnplacedLine): Transplant {
  const cause =
    reason === "lost"
      ? `old_text lost the file's indentation, so line ${newLine} of new_text could stand at several depths`
      : `line ${newLine} of new_text is indented less than the file leaves room for`;
  return {
    kind: "refused",
    errorCode: "no_sound_mapping",
    reason: `${cause}; copy old_text with the indentation the file has and indent new_text the same way`,
  };
}
