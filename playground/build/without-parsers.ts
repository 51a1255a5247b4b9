import type { Plugin } from "vite";

const SYNTAX = /\/runtime\/syntax\/mod\.ts$/;
const EMPTY = "\0mortise-no-parsers";

/**
 * Leaves the parsers out of the engine: they are megabytes, and a page hands its runtime a syntax service of its own, so
 * the import that is left in the core is never reached.
 */
export function withoutParsers(): Plugin {
  return {
    name: "mortise-without-parsers",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (!source.endsWith("/syntax/mod.ts")) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved !== null && SYNTAX.test(resolved.id) ? EMPTY : null;
    },
    load: (id) => (id === EMPTY ? "throw new Error('this page carries no parsers');" : null),
  };
}
