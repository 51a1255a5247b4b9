import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Grammars } from "../../runtime/ports/mod.ts";

/**
 * Grammars from the installed packages, on Node, Bun and Deno. Files are found as `require` finds them: it is the one
 * resolution that all three and the test runner share.
 */
export function createFileGrammars(): Grammars {
  const { resolve } = createRequire(import.meta.url);
  return {
    parser: () => readFile(resolve("web-tree-sitter/web-tree-sitter.wasm")),
    grammar: (name) => readFile(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)),
  };
}
