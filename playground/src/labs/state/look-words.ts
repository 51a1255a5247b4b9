import type { Fingerprint } from "../../../../runtime/file-state/mod.ts";

export function shortHash(hash: string | null): string {
  return hash === null ? "not taken" : hash.slice(0, 6);
}

/** Hours and minutes of a file's time: a minute is an event. */
export function clockTime(look: Pick<Fingerprint, "mtimeNs"> | null): string {
  if (look === null) return "never";
  return new Date(Number(look.mtimeNs / 1_000_000n)).toISOString().slice(11, 16);
}
