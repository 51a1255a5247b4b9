/** What the two settings of a document can be, in the order they are shown. */
export const READ_MODES = ["off", "warn", "enforce"] as const;
export const READ_GATES = ["auto", "turn", "session", "off"] as const;
