import type { ChangedLines } from "../../edit/mod.ts";
import { lineBodies, splitLines, textStart } from "../../text/mod.ts";
import { shorten } from "../numbered-lines.ts";

const LINES_AROUND = 4;
const MAX_LINES = 80;

/**
 * The changed lines of a text with four around them, as `N<TAB>text`. Places further apart are parted by a line "...";
 * after 80 lines the rest is left out, which the last line then says.
 */
export function windowOf(text: string, changes: readonly ChangedLines[]): string {
  const lines = splitLines(text, textStart(text));
  const shown: string[] = [];
  let last = 0;
  for (const { after } of changes) {
    const from = Math.max(last + 1, after[0] - LINES_AROUND);
    const to = Math.min(lines.length, Math.max(after[0], after[1]) + LINES_AROUND);
    if (from > to) continue;
    if (last > 0 && from > last + 1) shown.push("...");
    const room = MAX_LINES - shown.length;
    lineBodies(text, lines.slice(from - 1, Math.min(to, from - 1 + room))).forEach((body, index) => {
      shown.push(`${from + index}\t${shorten(body)}`);
    });
    last = to;
    if (to - from + 1 > room || shown.length >= MAX_LINES)
      return [...shown, "... (more was changed; see diff)"].join("\n");
  }
  return shown.join("\n");
}
