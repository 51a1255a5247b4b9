import ruff from "@astral-sh/ruff-wasm-web/ruff_wasm_bg.wasm?url";
import cSharp from "@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm?url";
import css from "@vscode/tree-sitter-wasm/wasm/tree-sitter-css.wasm?url";
import go from "@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm?url";
import java from "@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm?url";
import php from "@vscode/tree-sitter-wasm/wasm/tree-sitter-php.wasm?url";
import python from "@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm?url";
import ruby from "@vscode/tree-sitter-wasm/wasm/tree-sitter-ruby.wasm?url";
import rust from "@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm?url";
import shSyntax from "sh-syntax/main.wasm?url";
import parser from "web-tree-sitter/web-tree-sitter.wasm?url";
import type { GrammarUrls } from "../../../adapters/grammars/url.ts";

const urlOf = (path: string) => new URL(path, import.meta.url).href;

/** Where the build put what checkers are made of. */
export const MODULE_FILES: GrammarUrls = {
  parser: urlOf(parser),
  grammars: {
    "c-sharp": urlOf(cSharp),
    css: urlOf(css),
    go: urlOf(go),
    java: urlOf(java),
    php: urlOf(php),
    python: urlOf(python),
    ruby: urlOf(ruby),
    rust: urlOf(rust),
  },
  checkers: { ruff: urlOf(ruff), "sh-syntax": urlOf(shSyntax) },
};
