/** The languages a tree-sitter grammar is asked for, by the name in its file: `tree-sitter-<name>.wasm`. */
export type GrammarName =
  | "bash"
  | "c-sharp"
  | "cpp"
  | "css"
  | "go"
  | "java"
  | "javascript"
  | "php"
  | "python"
  | "ruby"
  | "rust"
  | "tsx"
  | "typescript";

/** Checkers that are WebAssembly modules themselves: Ruff for Python, mvdan/sh for shell scripts. */
export type CheckerModule = "ruff" | "sh-syntax";

/**
 * Where the WebAssembly of the parser and of its grammars comes from. The core asks for each at most once and only when
 * a file needs it, so nothing has to be cached here.
 */
export interface Grammars {
  /** The parser itself, `web-tree-sitter.wasm`, of the version the core is built against. Rejects when it is not to be had. */
  parser(): Promise<Uint8Array>;
  /** One grammar. `null`: this host carries none of that name. Rejects when it is there and can't be read. */
  grammar(name: GrammarName): Promise<Uint8Array | null>;
  /** One checker, with the meanings of `grammar`. A host without any leaves the method out. */
  checker?(name: CheckerModule): Promise<Uint8Array | null>;
}
