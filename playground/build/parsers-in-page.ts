import type { Plugin } from "vite";

/** Packages of parsers that look for a host when they load, or carry what they do on one. */
const PARSERS = /\/node_modules\/(?:typescript|web-tree-sitter|sh-syntax)\//;
const HOST = /^(?:node:)?(?:fs|fs\/promises|module|os|crypto|perf_hooks|inspector|source-map-support|util)$/;
const NOTHING = "\0mortise-no-host";

/** Parsers in a worker of a page: whatever they would ask of a host is an empty module, and they find themselves on none. */
export function parsersInPage(): Plugin {
  return {
    name: "mortise-parsers-in-page",
    enforce: "pre",
    resolveId: (source, importer) => (HOST.test(source) && PARSERS.test(importer ?? "") ? NOTHING : null),
    load: (id) => (id === NOTHING ? "export default {};" : null),
    transform(code, id) {
      if (!id.includes("/sh-syntax/vendors/wasm_exec")) return null;
      // A bundle has a `require` of its own, from which the file concludes that there are files.
      return { code: code.replaceAll("typeof require", () => "typeof undefined"), map: null };
    },
  };
}
