/** Line and column, both from 1, of an offset; LF, CRLF and a lone CR end a line. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = 0; at < offset; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 10 && (code !== 13 || text.charCodeAt(at + 1) === 10)) continue;
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
