/** Longer lines are cut in what is shown (never in what is edited). */
const MAX_SHOWN_CHARACTERS = 2000;

/** Lines as listed to a model: the number right-aligned in six columns, a bar, the text. */
export function numberLines(lines: readonly string[], firstLine: number): string {
  return lines.map((line, at) => `${String(firstLine + at).padStart(6)}|${shorten(line)}`).join("\n");
}

export function shorten(line: string): string {
  if (line.length <= MAX_SHOWN_CHARACTERS) return line;
  const kept = line.slice(0, MAX_SHOWN_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept} [line cut here: ${line.length - kept.length} more characters]`;
}
