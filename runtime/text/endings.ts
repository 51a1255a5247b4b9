export type LineEnding = "\n" | "\r\n" | "\r";

/**
 * The ending new lines of this text should get. CRLF when it is at least as frequent as each of the others (a tie
 * counts for CRLF), else CR when it outnumbers LF, else LF; a text without line ends has LF.
 */
export function dominantEnding(text: string): LineEnding {
  const { crlf, lf, cr } = countEndings(text);
  if (crlf > 0 && crlf >= lf && crlf >= cr) return "\r\n";
  return cr > lf ? "\r" : "\n";
}

/** `lf` and `cr` count only those that are not half of a CRLF. Native scans, since files may be large. */
export function countEndings(text: string): { crlf: number; lf: number; cr: number } {
  const lineFeeds = count(text, "\n");
  if (!text.includes("\r")) return { crlf: 0, lf: lineFeeds, cr: 0 };
  const crlf = count(text, "\r\n");
  return { crlf, lf: lineFeeds - crlf, cr: count(text, "\r") - crlf };
}

function count(text: string, mark: string): number {
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found++;
  return found;
}

/** Rewrites every line end of `text`. */
export function withEnding(text: string, ending: LineEnding): string {
  if (ending === "\n" && !text.includes("\r")) return text;
  return text.replace(ANY_ENDING, () => ending);
}

const ANY_ENDING = /\r\n|\n|\r/g;
