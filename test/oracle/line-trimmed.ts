import { trim } from "../../runtime/text/mod.ts";
import type { Matcher } from "./matcher.ts";
import { findEqualLines } from "./whole-lines.ts";

/** Whole lines without leading and trailing whitespace, so relative indentation no longer counts. */
export const lineTrimmed = {
  name: "line_trimmed",
  find: (content, oldText) => findEqualLines(content, oldText, trim),
} as const satisfies Matcher;
