import type { Node, Parser, Tree } from "web-tree-sitter";
import type { GrammarName, Grammars } from "../ports/mod.ts";

export type SyntaxNode = Node;

/** Parsers over tree-sitter grammars. Each grammar is loaded when first asked for, once; a load that fails is tried again. */
export interface Parsers {
  /**
   * Hands the tree of `text` to `use` and frees it afterwards: no node may be kept.
   *
   * @returns What `use` returns; null when the host has no such grammar, or when the parser gave up on the text.
   */
  withTree<Result>(grammar: GrammarName, text: string, use: (root: SyntaxNode) => Result): Promise<Result | null>;
}

/**
 * @param grammars null on a host that carries none.
 * The module's state is its own: the WebAssembly of the parser is set up once per process, by whoever comes first.
 */
export function createParsers(grammars: Grammars | null): Parsers {
  const loading = new Map<GrammarName, Promise<Parser | null>>();
  const load = (name: GrammarName): Promise<Parser | null> => {
    const known = loading.get(name);
    if (known) return known;
    const started = grammars === null ? Promise.resolve(null) : loadParser(grammars, name);
    loading.set(name, started);
    started.catch(() => loading.delete(name));
    return started;
  };
  return {
    withTree: async (grammar, text, use) => {
      const parser = await load(grammar);
      return parser === null ? null : useTree(parser, text, use);
    },
  };
}

function useTree<Result>(parser: Parser, text: string, use: (root: SyntaxNode) => Result): Result | null {
  let tree: Tree | null = null;
  try {
    tree = parser.parse(text, null, { progressCallback: limitOf(text) });
    if (tree === null) parser.reset();
    return tree === null ? null : use(tree.rootNode);
  } finally {
    tree?.delete();
  }
}

/**
 * Stops a parse that recovers from error to error without end. The parser reports every few hundred steps; a sound text
 * takes fewer steps than it has characters.
 */
function limitOf(text: string): () => boolean {
  let left = 1000 + text.length;
  return () => {
    left -= 1;
    return left < 0;
  };
}

let ready: Promise<typeof import("web-tree-sitter")> | null = null;

async function loadParser(grammars: Grammars, name: GrammarName): Promise<Parser | null> {
  ready ??= start(grammars);
  const attempt = ready;
  const { Language, Parser } = await attempt.catch((error: unknown) => {
    if (ready === attempt) ready = null;
    throw error;
  });
  const bytes = await grammars.grammar(name);
  if (bytes === null) return null;
  const parser = new Parser();
  return parser.setLanguage(await Language.load(bytes));
}

async function start(grammars: Grammars): Promise<typeof import("web-tree-sitter")> {
  const library = await import("web-tree-sitter");
  await library.Parser.init({ wasmBinary: await grammars.parser() });
  return library;
}
