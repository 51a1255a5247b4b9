import { collapseWhitespace, trim } from "../../runtime/text/mod.ts";
import type { Matcher } from "./matcher.ts";
import { findEqualLines } from "./whole-lines.ts";

/** Whole lines, trimmed, with each inner run of whitespace as one space. Where one side has none, none is supposed. */
export const whitespaceNormalized = {
  name: "whitespace_normalized",
  find: (content, oldText) => findEqualLines(content, oldText, (body) => trim(collapseWhitespace(body))),
} as const satisfies Matcher;
