import { endsWithLineBreak, lineBodies, splitLines } from "../../text/mod.ts";
import { anchoredBlocks } from "../anchored-blocks.ts";
import type { EditSearch } from "../edit-search.ts";
import { isElision } from "../elision.ts";
import { LineIndex } from "../line-index.ts";
import type { Sites } from "../sites.ts";
import type { Matcher } from "./matcher.ts";

/** With fewer lines there is no interior to take on trust. */
const MIN_NEEDLE_LINES = 3;

/** First and last line, trimmed; what lies between is not compared. */
export const blockAnchor = {
  name: "block_anchor",
  requiresReview: true,
  inapplicable: ({ oldText }) => (new LineIndex(oldText, 0).count < MIN_NEEDLE_LINES ? "too_few_lines" : undefined),
  hasPlaceholder,
  find: findBlocks,
} as const satisfies Matcher;

function findBlocks({ content, oldText, meter }: EditSearch): Sites {
  return anchoredBlocks(content, new LineIndex(oldText, 0), endsWithLineBreak(oldText), meter);
}

/** A line that stands for left-out text would be written over what it stands for. */
function hasPlaceholder(oldText: string): boolean {
  return lineBodies(oldText, splitLines(oldText)).slice(1, -1).some(isElision);
}
