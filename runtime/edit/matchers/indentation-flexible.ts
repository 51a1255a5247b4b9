import type { Matcher } from "./matcher.ts";

/**
 * Whole lines, each side without its common indentation (counted in characters) and without trailing whitespace.
 * Relative indentation inside the block must agree to the character.
 */
export const indentationFlexible = {
  name: "indentation_flexible",
  find: ({ needle }) => needle.shifted(),
} as const satisfies Matcher;
