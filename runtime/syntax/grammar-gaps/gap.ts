/**
 * Correct code that a grammar reports as an error. `rewrite` puts in its place something the grammar reads and keeps
 * every line break, so that what else is wrong keeps its line. It sees the whole text, strings and comments included:
 * what it does to them must leave them strings and comments.
 */
export interface Gap {
  /** The construct, with the version that brought it. */
  readonly construct: string;
  readonly rewrite: (text: string) => string;
}

/** A gap closed by a pattern. `fill` gets the match and its groups. */
export function gap(construct: string, pattern: RegExp, fill: (found: string, ...groups: string[]) => string): Gap {
  return { construct, rewrite: (text) => text.replace(pattern, fill) };
}

/** The same number of blanks, line breaks kept. */
export function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}

/** Offset of the bracket that closes the one at `open`, or -1. Quotes are not looked at. */
export function closerOf(text: string, open: number): number {
  const opener = text[open] ?? "";
  const closer = opener === "(" ? ")" : opener === "[" ? "]" : "}";
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === opener) depth += 1;
    else if (text[at] === closer) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}
