/** The short form of a content hash that results carry: `sha256:` and its first 12 hex digits. */
export function revisionOf(sha256: string): string {
  return `sha256:${sha256.slice(0, 12)}`;
}
