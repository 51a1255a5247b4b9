import type { Matcher } from "./matcher.ts";

/**
 * The needle with its line ends rewritten to the file's, anywhere in the text, also across and within lines. Sites that
 * overlap are all reported: two placements of `}\n}` in three closing lines are two answers, not one.
 */
export const exact = { name: "exact", find: ({ needle }) => needle.literal() } as const satisfies Matcher;
