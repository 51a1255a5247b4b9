import { isBlank } from "../../text/mod.ts";
import type { EditSearch } from "../edit-search.ts";
import { NO_SITES, type Sites } from "../sites.ts";
import { foldTypography, hasFoldable } from "../typography.ts";
import type { Matcher } from "./matcher.ts";

/**
 * Curly quotes and no-break spaces, in the needle or in the file, count as their ASCII forms: first anywhere in the text,
 * and only when that fits nowhere by trimmed lines.
 */
export const typographicNormalized = {
  name: "typographic_normalized",
  inapplicable: (search) => (hasFoldable(search.oldText) || search.contentHasFoldable ? undefined : "needle_unchanged"),
  readNeedle: (oldText) => oldText,
  find: findFolded,
} as const satisfies Matcher;

function findFolded(search: EditSearch): Sites {
  if (isBlank(search.oldText)) return NO_SITES;
  const needle = search.searchFor(foldTypography(search.oldText), search.contentHasFoldable);
  const literal = needle.literal();
  return literal.starts.length > 0 ? literal : needle.trimmed();
}
