import { alignSequences, trimEnd } from "../text/mod.ts";

const FOLDED: ReadonlyMap<string, string> = new Map([
  ["\u2018", "'"],
  ["\u2019", "'"],
  ["\u201a", "'"],
  ["\u201b", "'"],
  ["\u201c", '"'],
  ["\u201d", '"'],
  ["\u201e", '"'],
  ["\u201f", '"'],
  ["\u00a0", " "],
]);

const FOLDABLE = /[\u2018-\u201f\u00a0]/g;

/** Curly quotes as straight ones, NBSP as a space. One code unit stays one, so offsets hold on both sides. */
export function foldTypography(text: string): string {
  return text.replace(FOLDABLE, (character) => FOLDED.get(character) ?? character);
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
