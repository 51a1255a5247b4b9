import type { FileStat, Hash } from "../ports/mod.ts";

/** Files over this many bytes are fingerprinted by time and size alone; the safety valve of the documented design. */
export const MAX_HASHED_BYTES = 8 * 1024 * 1024;

/** How a file looked at one moment. */
export interface Fingerprint {
  readonly mtimeNs: bigint;
  readonly size: number;
  /** sha256 of the bytes; `null` over `MAX_HASHED_BYTES`. */
  readonly contentHash: string | null;
}

/** What one session last saw of one file. */
export interface Observation extends Fingerprint {
  /** Only a window of the file was shown. Recorded so it can be measured; never judged. */
  readonly partial: boolean;
}

/** Fingerprints bytes that are in hand. `stat` was taken before they were read, so a later change shows in the hash. */
export function fingerprintOf(stat: Pick<FileStat, "mtimeNs">, bytes: Uint8Array, hash: Hash): Fingerprint {
  const contentHash = bytes.length > MAX_HASHED_BYTES ? null : hash.sha256(bytes);
  return { mtimeNs: stat.mtimeNs, size: bytes.length, contentHash };
}

/**
 * Which field of two looks tells whether the file is the same. The hash is the authority: equal bytes are the same file
 * whatever the time says, and a restored time does not hide other bytes. Time and size decide only where no hash was
 * taken.
 */
export function decidingField(seen: Fingerprint, current: Fingerprint): keyof Fingerprint {
  if (seen.size !== current.size) return "size";
  return seen.contentHash !== null && current.contentHash !== null ? "contentHash" : "mtimeNs";
}

/** Whether nothing changed between two looks. */
export function isUnchanged(seen: Fingerprint, current: Fingerprint): boolean {
  const field = decidingField(seen, current);
  return seen[field] === current[field];
}
