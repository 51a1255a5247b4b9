import type { Node, Parser, ParseState, Tree } from "web-tree-sitter";
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
  /**
   * The same for texts without a syntax error; "unsound" for the others. Stops at the first error, since reading on
   * behind errors is what costs.
   */
  withSoundTree<Result>(
    grammar: GrammarName,
    text: string,
    use: (root: SyntaxNode) => Result,
  ): Promise<Result | "unsound" | null>;
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
      return parser && useTree(parser, text, limitOf(text), use);
    },
    withSoundTree: async <Result>(grammar: GrammarName, text: string, use: (root: SyntaxNode) => Result) => {
      const parser = await load(grammar);
      if (parser === null) return null;
      const isOver = limitOf(text);
      let wasSeen = false;
      const stop = (state: ParseState): boolean => {
        wasSeen ||= state.hasError;
        return wasSeen || isOver();
      };
      const found = useTree(parser, text, stop, (root): Result | "unsound" => (root.hasError ? "unsound" : use(root)));
      return wasSeen ? "unsound" : found;
    },
  };
}

function useTree<Result>(
  parser: Parser,
  text: string,
  progressCallback: (state: ParseState) => boolean,
  use: (root: SyntaxNode) => Result,
): Result | null {
  let tree: Tree | null = null;
  try {
    tree = parser.parse(text, null, { progressCallback });
    if (tree === null) parser.reset();
    return tree === null ? null : use(tree.rootNode);
  } finally {
    tree?.delete();
  }
}

/**
 * Stops a parse that recovers from error to error without end. The parser reports every 100 steps, and a sound text takes
 * about half as many steps as it has characters.
 */
function limitOf(text: string): () => boolean {
  let left = 500 + text.length / 8;
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
