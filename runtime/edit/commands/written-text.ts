import { BOM, dominantEnding, textStart, withEnding } from "../../text/mod.ts";

/** New text as it is written at `start`: with the file's line ends, and no byte order mark where one would count as such. */
export function writtenText(content: string, start: number, newText: string): string {
  const text = withEnding(newText, dominantEnding(content));
  if (start > textStart(content)) return text;
  let from = 0;
  while (text.startsWith(BOM, from)) from += BOM.length;
  return text.slice(from);
}
