import { endsWithLineBreak, splitLines } from "../text/mod.ts";

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
