import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Grammars } from "../../runtime/ports/mod.ts";

/**
 * Grammars from the installed packages, on Node, Bun and Deno. Files are found as `require` finds them: it is the one
 * resolution that all three and the test runner share.
 */
export function createFileGrammars(): Grammars {
  const { resolve } = createRequire(import.meta.url);
  const checkers = { ruff: "@astral-sh/ruff-wasm-web/ruff_wasm_bg.wasm", "sh-syntax": "sh-syntax/main.wasm" } as const;
  return {
    parser: () => readFile(resolve("web-tree-sitter/web-tree-sitter.wasm")),
    grammar: (name) => readFile(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)),
    checker: (name) => readFile(resolve(checkers[name])),
  };
}
