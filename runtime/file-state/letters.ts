import type { Verdict } from "./tracker.ts";

/** One letter for each verdict, for pages and lists where the word has no room. */
export const VERDICT_LETTERS = { ok: "O", never_read: "N", stale: "S", gone: "G" } as const satisfies Readonly<
  Record<Verdict, string>
>;
