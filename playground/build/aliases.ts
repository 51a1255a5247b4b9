import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Browser forms of what memfs asks for, by their whole names. Nothing else of a host may reach the page;
 * `no-host-modules.ts` fails the build when something does.
 */
export const ALIASES = [
  { find: /^(node:)?path$/, replacement: "path-browserify" },
  { find: /^(node:)?events$/, replacement: "events/" },
  { find: /^(node:)?buffer$/, replacement: "buffer/" },
  { find: /^(node:)?stream$/, replacement: here("./streams-in-page.ts") },
  { find: /^(node:)?process$/, replacement: "process/browser.js" },
  { find: /^(node:)?util$/, replacement: "util/" },
  { find: /^@jsonjoy\.com\/fs-snapshot$/, replacement: here("./snapshots-in-page.ts") },
  { find: /^glob-to-regex\.js$/, replacement: here("./globs-in-page.ts") },
  // Parts of memfs by the names that only it uses: imports of our own end in .ts.
  { find: /^\.\/glob$/, replacement: here("./globs-in-page.ts") },
  { find: /^\.\/cp$/, replacement: here("./copies-in-page.ts") },
  { find: /^\.\/inspect$/, replacement: here("./values-in-page.ts") },
  { find: /^tslib$/, replacement: here("./export-star.ts") },
  { find: /^(node:)?url$/, replacement: here("./url-in-page.ts") },
];
