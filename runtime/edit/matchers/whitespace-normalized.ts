import type { Matcher } from "./matcher.ts";

/** Whole lines, trimmed, with each inner run of whitespace as one space. Where one side has none, none is supposed. */
export const whitespaceNormalized = {
  name: "whitespace_normalized",
  find: ({ needle }) => needle.collapsed(),
} as const satisfies Matcher;
