/** The same as in `package.json`; a test keeps them together. */
export const VERSION = "0.1.0";
