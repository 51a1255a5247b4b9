/** A string sequence without an end is given up after so many characters, or at the end of its line. */
const MAX_STRING = 4096;

/**
 * Escape sequences of terminals, whole or broken off: CSI, OSC, the other string sequences, those with intermediates, and the
 * two-character ones; in their 7-bit and 8-bit forms.
 */
const SEQUENCES = new RegExp(
  [
    "(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?",
    `(?:\\x1b\\]|\\x9d)[^\\x07\\x1b\\x9c\\n]{0,${MAX_STRING}}(?:\\x07|\\x1b\\\\|\\x9c)?`,
    `(?:\\x1b[PX^_]|[\\x90\\x98\\x9e\\x9f])[^\\x1b\\x9c\\n]{0,${MAX_STRING}}(?:\\x1b\\\\|\\x9c)?`,
    "\\x1b[ -/]+[0-~]?",
    "\\x1b[0-~]?",
    "\\x9c",
  ].join("|"),
  "g",
);

/** Text as it reads on a terminal without colours: only real escape characters count, and what is visible stays. */
export function stripAnsi(text: string): string {
  return text.replace(SEQUENCES, "");
}
