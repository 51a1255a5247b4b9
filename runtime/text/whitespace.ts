/**
 * What counts as whitespace when text is compared or measured: tab, line feed, carriage return and the Unicode space
 * characters. The class is pinned here because the language's own differ: `trim` and `\s` take U+FEFF for a space.
 *
 * Left out on purpose, so that they are compared and kept like letters: U+FEFF, the zero-width characters, and every
 * control character or separator that some tools take for a line end (VT, FF, U+001C to U+001F, U+0085, U+2028, U+2029).
 */
const RUN = /[\t\n\r \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;

/** @param code UTF-16 code unit. */
export function isWhitespace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

export function isBlank(text: string): boolean {
  return leadingWhitespaceLength(text) === text.length;
}

/** In UTF-16 code units; the whole length for blank text. */
export function leadingWhitespaceLength(text: string): number {
  let length = 0;
  while (length < text.length && isWhitespace(text.charCodeAt(length))) length++;
  return length;
}

export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isWhitespace(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

export function trim(text: string): string {
  const trimmed = trimEnd(text);
  return trimmed.slice(leadingWhitespaceLength(trimmed));
}

/** Each run of whitespace becomes one space; ends are not trimmed. */
export function collapseWhitespace(text: string): string {
  return text.replace(RUN, () => " ");
}

/** How many UTF-16 code units are not whitespace. */
export function significantLength(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) if (!isWhitespace(text.charCodeAt(index))) length++;
  return length;
}
