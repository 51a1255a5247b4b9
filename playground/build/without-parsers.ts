import type { Plugin } from "vite";

const PARSERS = /\/runtime\/(?:syntax|diagnostics)\/mod\.ts$/;
const EMPTY = "\0mortise-no-parsers";
/** These ask for them on purpose: the checkers' own worker, the laws of what they report, and the rooms themselves. */
const ON_PURPOSE = /\/playground\/src\/checks\/|\/test\/property\/diagnostics\/|\/runtime\/(?:syntax|diagnostics)\//;

/**
 * Leaves the parsers and the checkers out of the engine: they are megabytes. A page hands its runtime a syntax service of
 * its own and has the checks after a write switched off, so the imports that are left in the core are never reached.
 */
export function withoutParsers(): Plugin {
  return {
    name: "mortise-without-parsers",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (!/\/(?:syntax|diagnostics)\/mod\.ts$/.test(source) || ON_PURPOSE.test(importer ?? "")) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved !== null && PARSERS.test(resolved.id) ? EMPTY : null;
    },
    load: (id) => (id === EMPTY ? "throw new Error('this page carries no parsers');" : null),
  };
}
