import { lineBodies, splitLines } from "./lines.ts";
import { isBlank, leadingWhitespaceLength } from "./whitespace.ts";

/** Leading whitespace of the first line that is not blank; "" when all are. */
export function blockIndentation(text: string): string {
  const line = lineBodies(text, splitLines(text)).find((body) => !isBlank(body)) ?? "";
  return line.slice(0, leadingWhitespaceLength(line));
}

/**
 * Moves a block that was written at indentation `from` to indentation `to`.
 *
 * Only when one of the two is a prefix of the other is it known what to add or take away; otherwise (tabs against
 * spaces) the text comes back as it is. Blank lines are left alone. A line that carries less than is to be taken away
 * stays where it is.
 *
 * @param isFixed Asked with the offset of each line: whether it stays as it is, since what starts it is no indentation.
 */
export function reindent(text: string, from: string, to: string, isFixed = (_start: number) => false): string {
  if (from === to) return text;
  if (to.startsWith(from)) {
    const added = to.slice(from.length);
    return mapLines(text, isFixed, (line) => (line.startsWith(from) ? to + line.slice(from.length) : added + line));
  }
  if (from.startsWith(to)) {
    const dropped = from.slice(to.length);
    return mapLines(text, isFixed, (line) => {
      if (line.startsWith(from)) return to + line.slice(from.length);
      return line.startsWith(dropped) ? line.slice(dropped.length) : line;
    });
  }
  return text;
}

function mapLines(text: string, isFixed: (start: number) => boolean, change: (body: string) => string): string {
  return splitLines(text)
    .map(({ start, end, next }) => {
      const body = text.slice(start, end);
      return (isBlank(body) || isFixed(start) ? body : change(body)) + text.slice(end, next);
    })
    .join("");
}
