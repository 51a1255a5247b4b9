import type { MatchCandidate } from "../../runtime/edit/mod.ts";

/** One way to read a needle. Proposes only: it neither counts, chooses nor refuses. Pure. */
export interface Matcher {
  readonly name: string;
  /** Part of the span was not compared, so whoever applies it must look at the result. */
  readonly requiresReview?: boolean;
  /** Why this needle is none for this matcher; `find` is then not called. */
  readonly inapplicable?: (content: string, oldText: string) => "needle_unchanged" | "too_few_lines" | undefined;
  /**
   * @param content The whole file; a byte order mark is part of no candidate.
   * @param oldText Not empty; line endings as the model wrote them.
   * @returns Every span that fits, not empty, in the order of their starts; they may overlap. No edge of a span parts a
   * CRLF or a surrogate pair. Empty when nothing fits.
   */
  readonly find: (content: string, oldText: string) => MatchCandidate[];
}
