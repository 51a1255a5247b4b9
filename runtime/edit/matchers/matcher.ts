import type { EditSearch } from "../edit-search.ts";
import type { Sites } from "../sites.ts";

/** One way to read a needle. Proposes only: it neither counts, chooses nor refuses. */
export interface Matcher {
  readonly name: string;
  /** Part of the span was not compared: whoever applies it must look at the result, and it replaces one place at a time. */
  readonly requiresReview?: boolean;
  /** The needle as this matcher compares it, where that may be something else than the text as given. */
  readonly readNeedle?: (oldText: string) => string;
  /** Why this needle is none for this matcher; `find` is then not called. */
  readonly inapplicable?: (search: EditSearch, reading: string) => "needle_unchanged" | "too_few_lines" | undefined;
  /** Whether the needle leaves out lines that this matcher does not compare; it then may not decide. */
  readonly hasPlaceholder?: (oldText: string) => boolean;
  /**
   * @param search A byte order mark of the file is part of no place. The needle is not empty; line endings as the model
   * wrote them.
   * @param reading What `readNeedle` made of the needle, else the needle.
   * @returns Every span that fits, not empty, in the order of their starts; they may overlap. No edge of a span parts a
   * CRLF or a surrogate pair. Takes time linear in the file.
   */
  readonly find: (search: EditSearch, reading: string) => Sites;
}
