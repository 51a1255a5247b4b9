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

/** `lf` and `cr` count only those that are not half of a CRLF. */
export function countEndings(text: string): { crlf: number; lf: number; cr: number } {
  const counts = { crlf: 0, lf: 0, cr: 0 };
  for (const [ending] of text.matchAll(ANY_ENDING)) {
    if (ending === "\r\n") counts.crlf++;
    else if (ending === "\n") counts.lf++;
    else counts.cr++;
  }
  return counts;
}

/** Rewrites every line end of `text`. */
export function withEnding(text: string, ending: LineEnding): string {
  return text.replace(ANY_ENDING, () => ending);
}

const ANY_ENDING = /\r\n|\n|\r/g;
