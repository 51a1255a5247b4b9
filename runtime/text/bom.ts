/** U+FEFF at offset 0: a mark of the encoding. It is no part of line 1; anywhere else the character is data. */
export const BOM = "\ufeff";

/** Offset at which the text proper starts: 1 behind a byte order mark, else 0. */
export function textStart(text: string): number {
  return text.startsWith(BOM) ? 1 : 0;
}
