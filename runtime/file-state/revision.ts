/** How many hex digits of a sha256 results show. */
const SHOWN_DIGITS = 12;
const TOKEN = /^\[?\s*(?:revision\s+)?(?:sha256:)?([0-9a-f]{6,64})\s*\]?$/i;

/** The short form of a content hash that results carry: `sha256:` and its first 12 hex digits. */
export function revisionOf(sha256: string): string {
  return `sha256:${sha256.slice(0, SHOWN_DIGITS)}`;
}

/**
 * The hex digits of a revision that a caller passes back: bare, behind `sha256:`, or the whole `[revision sha256:...]`.
 *
 * @returns Lower case, 6 to 64 of them; `null` when it is no such token.
 */
export function parseRevision(text: string): string | null {
  return TOKEN.exec(text.trim())?.[1]?.toLowerCase() ?? null;
}

/** @param digits As `parseRevision` gives them: any number of the first digits of the hash. */
export function isRevisionOf(digits: string, sha256: string): boolean {
  return sha256.startsWith(digits);
}
