import { endsWithLineBreak, isBlank, lineBodies, splitLines } from "../text/mod.ts";

/** A number as a listing prints it, padded to the right, and the mark behind it. */
const PREFIX = /^ *([1-9]\d{0,8})([:|\t])/;

export interface StrippedListing {
  readonly text: string;
  readonly mark: string;
  /** Whether one space behind the mark belonged to the prefix. */
  readonly spaced: boolean;
}

/**
 * Takes the line numbers of a listing (`12:`, `12|`, or `cat -n`'s tab) off every line. They come off only when every
 * line has one, all with the same mark, and the numbers are consecutive: text that merely begins with a number is text.
 * One space behind the mark belongs to the prefix when every line that is not empty has it.
 *
 * @returns undefined when the text is no listing.
 */
export function stripListingNumbers(text: string): StrippedListing | undefined {
  if (!PREFIX.test(text)) return undefined;
  const lines = splitLines(text);
  const bodies: string[] = [];
  let mark = "";
  let expected = 0;
  for (const { start, end } of lines) {
    const line = text.slice(start, end);
    const found = PREFIX.exec(line);
    if (found === null) return undefined;
    const [prefix, digits, separator] = found;
    const number = Number(digits);
    if (bodies.length > 0 && (separator !== mark || number !== expected)) return undefined;
    mark = separator ?? "";
    expected = number + 1;
    bodies.push(line.slice(prefix.length));
  }
  if (bodies.length === 0) return undefined;
  const spaced = bodies.every((body) => body === "" || body.startsWith(" ")) && bodies.some((body) => body !== "");
  const texts = spaced ? bodies.map((body) => body.slice(1)) : bodies;
  // A last line that is empty and has no terminator would be gone without its number, and with it a part of the needle.
  if (texts.at(-1) === "" && !endsWithLineBreak(text)) return undefined;
  const stripped = texts.map((body, index) => {
    const line = lines[index];
    return line === undefined ? body : body + text.slice(line.end, line.next);
  });
  return { text: stripped.join(""), mark, spaced };
}

/** In new text a line may also have been put before the first one. */
const NEW_PREFIX = /^ *(0|[1-9]\d{0,8})([:|\t])/;

/** How a listing prefixes its lines: `12: `, `12|`, `12<TAB>`, the number padded on the left or not. */
export interface ListingForm {
  readonly mark: string;
  /** One space after the mark belongs to the prefix. */
  readonly spaced: boolean;
}

/**
 * How the lines of `text` are numbered, or null when they are not a listing: every line that is not blank has a prefix,
 * all with one mark, the numbers rising by one. A blank line may or may not have been given a number of its own.
 *
 * `spaced` when a space follows the mark on every line that has text; whether it is indentation the text alone does not
 * tell.
 */
export function listingForm(text: string): ListingForm | null {
  let mark: string | undefined;
  let spaced = true;
  let next = Number.NaN;
  let skipped = 0;
  for (const body of lineBodies(text, splitLines(text))) {
    if (isBlank(body)) {
      skipped++;
      continue;
    }
    const [prefix = "", digits = "", found] = NEW_PREFIX.exec(body) ?? [];
    const number = Number(digits);
    if (found === undefined || number > Number.MAX_SAFE_INTEGER) return null;
    if (mark !== undefined && (found !== mark || number < next || number > next + skipped)) return null;
    mark = found;
    next = number + 1;
    skipped = 0;
    if (body.length > prefix.length && body[prefix.length] !== " ") spaced = false;
  }
  return mark === undefined ? null : { mark, spaced };
}

/**
 * `text` without the prefixes of `form`, line ends untouched. The text must be a listing with that mark, and with a
 * space after it where `form` is spaced; a line without a prefix stays.
 */
export function stripListing(text: string, form: ListingForm): string {
  return splitLines(text)
    .map(({ start, end, next }) => {
      const body = text.slice(start, end);
      const prefix = NEW_PREFIX.exec(body)?.[0].length ?? 0;
      const space = form.spaced && prefix > 0 && body[prefix] === " " ? 1 : 0;
      return body.slice(prefix + space) + text.slice(end, next);
    })
    .join("");
}
