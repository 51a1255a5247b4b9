import { isBlank, lineBodies, splitLines } from "../text/mod.ts";

/** How a listing prefixes its lines: `12: `, `12|`, `12<TAB>`, the number padded on the left or not. */
export interface ListingForm {
  readonly mark: string;
  /** One space after the mark belongs to the prefix. */
  readonly spaced: boolean;
}

const PREFIX = /^ *(\d+)([:|\t])/;

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
    const [prefix = "", digits = "", found] = PREFIX.exec(body) ?? [];
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
      const prefix = PREFIX.exec(body)?.[0].length ?? 0;
      const space = form.spaced && prefix > 0 && body[prefix] === " " ? 1 : 0;
      return body.slice(prefix + space) + text.slice(end, next);
    })
    .join("");
}
