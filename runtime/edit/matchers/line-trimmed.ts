import type { Matcher } from "./matcher.ts";

/** Whole lines without leading and trailing whitespace, so relative indentation no longer counts. */
export const lineTrimmed = { name: "line_trimmed", find: ({ needle }) => needle.trimmed() } as const satisfies Matcher;
