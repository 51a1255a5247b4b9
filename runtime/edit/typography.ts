import { alignSequences, trimEnd } from "../text/mod.ts";

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

const WORD_OR_CHARACTER = /[\p{L}\p{N}_]+|[\s\S]/gu;

/**
 * `newText` with the file's own quotes and spaces wherever old and new text agree; what the edit changed is as given.
 *
 * @param oldText  One line (or part of one) as the model wrote it.
 * @param fileText The same line in the file; anything but `oldText` up to quotes, NBSP and trailing whitespace gives
 *                 `newText` back.
 */
export function keepTypography(oldText: string, fileText: string, newText: string): string {
  const old = trimEnd(oldText);
  const file = trimEnd(fileText);
  if (old === file || foldTypography(old) !== foldTypography(file)) return newText;
  const oldWords = old.match(WORD_OR_CHARACTER) ?? [];
  const newWords = newText.match(WORD_OR_CHARACTER) ?? [];
  let wordIndex = 0;
  let offset = 0;
  for (const [oldIndex, newIndex] of alignSequences(oldWords, newWords)) {
    for (; wordIndex < oldIndex; wordIndex++) offset += oldWords[wordIndex]?.length ?? 0;
    newWords[newIndex] = file.slice(offset, offset + (oldWords[oldIndex]?.length ?? 0));
  }
  return newWords.join("");
}
