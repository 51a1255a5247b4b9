import { endsWithLineBreak, isBlank, lineBodies, splitLines } from "../text/mod.ts";
import type { Corrected } from "./copying-faults.ts";
import { LineNotes } from "./line-notes.ts";
import { type ListingForm, type ListingPrefix, listingForm, readPrefix, stripListing } from "./listing-numbers.ts";

/** A line of the new text, from 1, of which it is not known whether its number is a listing's or the text's own. */
export interface UnclearNumber {
  readonly newLine: number;
}

/**
 * Takes listing numbers from the new text; the old text, fitting only without its own, proved them to be a fault of
 * copying.
 *
 * - A line that equals an old line, numbered or not, is that line.
 * - A line without a number is taken as given.
 * - Any other number comes off when it can only be the listing's: the same mark and width of prefix, and a number that
 *   the listing or lines put into it could have; and other lines of the new text show that it was copied with numbers.
 * - Where a number might as well belong to the text (a key of a map, another mark), nothing is guessed.
 *
 * @param form Of the old text; `spaced` when the file shows that the space after the mark was part of the prefix.
 */
export function correctListing(oldText: string, newText: string, form: ListingForm): Corrected | UnclearNumber {
  const listing = new OldListing(oldText, form);
  const bodies = lineBodies(newText, splitLines(newText));
  const written = bodies.filter((body) => !isBlank(body));
  const isNumbered = (body: string) => readPrefix(body)?.mark === form.mark;
  const ownForm = listingForm(newText);
  const hasPlain = written.some((body) => listing.plain.has(body));
  if (ownForm !== null && ownForm.mark !== form.mark && written.length > 1 && !hasPlain) {
    return { newLine: bodies.findIndex((body) => !isBlank(body)) + 1 };
  }
  const showsNumbers = written.some((body) => listing.numbered.has(body));
  const isMixed = hasPlain || !written.every(isNumbered);

  const notes = new LineNotes<"line_numbers">();
  for (const [index, body] of bodies.entries()) {
    if (isBlank(body) || (listing.plain.has(body) && !listing.numbered.has(body))) continue;
    const prefix = readPrefix(body);
    if (prefix === undefined) continue;
    const fits = listing.admits(prefix, written.length);
    if (listing.numbered.has(body)) {
      if (listing.plain.has(body)) return { newLine: index + 1 };
    } else {
      if (prefix.mark !== form.mark && !fits) continue;
      const isListings = prefix.mark === form.mark && fits && (!isMixed || showsNumbers);
      const hasSpace = !form.spaced || prefix.rest === "" || prefix.rest.startsWith(" ");
      const isOnlyNumber = listing.holdsNumbers && readPrefix(prefix.rest)?.mark !== form.mark;
      if (!isListings || !hasSpace || isOnlyNumber) return { newLine: index + 1 };
    }
    notes.add("line_numbers", index + 1);
  }
  const adjusted = notes.list();
  if (adjusted.length === 0) return { text: newText, adjusted };
  return { text: stripListing(newText, form, (body) => isNumbered(body) && !listing.plain.has(body)), adjusted };
}

/** What the old text says of the listing that it was copied from. */
class OldListing {
  /** Its lines with and without their numbers. */
  readonly numbered: ReadonlySet<string>;
  readonly plain: ReadonlySet<string>;
  /** Some line begins, behind its number, as if with another: the file has such lines of its own. */
  readonly holdsNumbers: boolean;
  readonly #width: number | undefined;
  readonly #first: number;
  readonly #last: number;

  constructor(oldText: string, form: ListingForm) {
    const bodies = lineBodies(oldText, splitLines(oldText));
    const plain = stripListing(oldText, form);
    const plainBodies = lineBodies(plain, splitLines(plain));
    this.numbered = new Set(bodies.filter((body) => readPrefix(body) !== undefined));
    this.plain = new Set(plainBodies);
    this.holdsNumbers = plainBodies.some((body) => readPrefix(body)?.mark === form.mark);
    const prefixes = bodies.flatMap((body) => readPrefix(body) ?? []);
    const widths = new Set(prefixes.map(({ width }) => width));
    this.#width = widths.size === 1 ? prefixes[0]?.width : undefined;
    this.#first = prefixes[0]?.number ?? 0;
    this.#last = prefixes.at(-1)?.number ?? 0;
  }

  /** @param added How many lines may have been put behind the last one. */
  admits(prefix: ListingPrefix | undefined, added: number): boolean {
    if (prefix === undefined) return false;
    const { number, width, isPadded } = prefix;
    return (!isPadded || width === this.#width) && number >= this.#first - 1 && number <= this.#last + added;
  }
}

/** Whether the last line of a listing is an empty one without a terminator, which is gone with its number. */
export function endsInEmptyNumber(text: string): boolean {
  if (endsWithLineBreak(text)) return false;
  const prefix = readPrefix(lineBodies(text, splitLines(text)).at(-1) ?? "");
  return prefix !== undefined && isBlank(prefix.rest);
}
