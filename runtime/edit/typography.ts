/**
 * Typographic characters that models write or drop without being asked: curly quotes and the no-break space. Each has
 * one ASCII form of the same length, so offsets into a folded text are offsets into the text. Dashes, ligatures and
 * composed letters are other characters and are not folded.
 */
const SINGLE_QUOTES = "\u2018\u2019\u201a\u201b";
const DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f";
const NO_BREAK_SPACE = "\u00a0";
const FOLDABLE = [...NO_BREAK_SPACE, ...SINGLE_QUOTES, ...DOUBLE_QUOTES];

/** @param code UTF-16 code unit. */
export function foldCode(code: number): number {
  if (code < 0xa0) return code;
  if (code === 0xa0) return 0x20;
  if (code < 0x2018 || code > 0x201f) return code;
  return code < 0x201c ? 0x27 : 0x22;
}

/** Native scans: a text without such characters costs a few of them and nothing else. */
export function hasFoldable(text: string): boolean {
  return FOLDABLE.some((character) => text.includes(character));
}

/** Whether `code` may stand where another code unit stands after folding. */
export function isFoldTarget(code: number): boolean {
  return code === 0x22 || code === 0x27 || foldCode(code) !== code;
}

export function foldTypography(text: string): string {
  if (!hasFoldable(text)) return text;
  return text.replace(/[\u00a0\u2018-\u201f]/g, (character) => String.fromCharCode(foldCode(character.charCodeAt(0))));
}
