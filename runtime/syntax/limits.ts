/** A text is parsed up to this length, in UTF-16 code units; a longer one would block the host for seconds. */
export const MAX_PARSED_LENGTH = 2_000_000;
