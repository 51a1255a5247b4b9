import type { Node, Parser, ParseState, Tree } from "web-tree-sitter";
import type { GrammarName, Grammars } from "../ports/mod.ts";
import { KeptTrees } from "./kept-trees.ts";

export type SyntaxNode = Node;

/** Parsers over tree-sitter grammars. Each grammar is loaded when first asked for, once; a load that fails is tried again. */
export interface Parsers {
  /**
   * Hands the tree of `text` to `use`, where no node may be kept: the tree is freed afterwards, or with a later text.
   *
   * @returns What `use` returns; null when the host has no such grammar, or when the parser gave up on the text.
   */
  withTree<Result>(grammar: GrammarName, text: string, use: (root: SyntaxNode) => Result): Promise<Result | null>;
  /**
   * The same for texts without a syntax error; "unsound" for the others. Stops at the first error, since reading on
   * behind errors is what costs, and starts from the tree of the text before an edit when that was read lately.
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
  const loading = new Map<GrammarName, Promise<Loaded | null>>();
  const load = (name: GrammarName): Promise<Loaded | null> => {
    const known = loading.get(name);
    if (known) return known;
    const started = grammars === null ? Promise.resolve(null) : loadGrammar(grammars, name);
    loading.set(name, started);
    started.catch(() => loading.delete(name));
    return started;
  };
  return {
    withTree: async (grammar, text, use) => {
      const loaded = await load(grammar);
      if (loaded === null) return null;
      const { parser, trees } = loaded;
      const kept = trees.of(text) ?? trees.withErrorsOf(text) ?? readOn(parser, trees, text);
      return kept ? use(kept.rootNode) : useTree(parser, trees, text, use);
    },
    withSoundTree: async <Result>(grammar: GrammarName, text: string, use: (root: SyntaxNode) => Result) => {
      const loaded = await load(grammar);
      if (loaded === null) return null;
      const { parser, trees } = loaded;
      const kept = trees.of(text) ?? readOn(parser, trees, text);
      if (kept !== null) return use(kept.rootNode);
      const tree = parseSound(parser, text, null);
      if (tree === "unsound" || tree === null) return tree;
      if (trees.keep(text, tree)) return use(tree.rootNode);
      return useAndFree(tree, use);
    },
  };
}

interface Loaded {
  readonly parser: Parser;
  readonly trees: KeptTrees;
}

/**
 * The tree of a text that an edit made of one read lately, by reading again what changed. Only a sound one counts: behind
 * an error the two ways of reading may differ, and then the whole text decides.
 */
function readOn(parser: Parser, trees: KeptTrees, text: string): Tree | null {
  const start = trees.editedInto(text);
  if (start === null) return null;
  try {
    const tree = parseSound(parser, text, start);
    if (tree === "unsound" || tree === null) return null;
    trees.keep(text, tree);
    return tree;
  } finally {
    start.delete();
  }
}

function parseSound(parser: Parser, text: string, from: Tree | null): Tree | "unsound" | null {
  const isOver = limitOf(text);
  let wasSeen = false;
  const progressCallback = (state: ParseState): boolean => {
    wasSeen ||= state.hasError;
    return wasSeen || isOver();
  };
  const tree = parser.parse(text, from, { progressCallback });
  if (tree === null) {
    parser.reset();
    return wasSeen ? "unsound" : null;
  }
  if (!wasSeen && !tree.rootNode.hasError) return tree;
  tree.delete();
  return "unsound";
}

function useTree<Result>(
  parser: Parser,
  trees: KeptTrees,
  text: string,
  use: (root: SyntaxNode) => Result,
): Result | null {
  const tree = parser.parse(text, null, { progressCallback: limitOf(text) });
  if (tree === null) {
    parser.reset();
    return null;
  }
  const isKept = tree.rootNode.hasError ? trees.keepWithErrors(text, tree) : trees.keep(text, tree);
  return isKept ? use(tree.rootNode) : useAndFree(tree, use);
}

function useAndFree<Result>(tree: Tree, use: (root: SyntaxNode) => Result): Result {
  try {
    return use(tree.rootNode);
  } finally {
    tree.delete();
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

async function loadGrammar(grammars: Grammars, name: GrammarName): Promise<Loaded | null> {
  ready ??= start(grammars);
  const attempt = ready;
  const { Edit, Language, Parser } = await attempt.catch((error: unknown) => {
    if (ready === attempt) ready = null;
    throw error;
  });
  const bytes = await grammars.grammar(name);
  if (bytes === null) return null;
  const language = await Language.load(bytes);
  return { parser: new Parser().setLanguage(language), trees: new KeptTrees((at) => new Edit(at)) };
}

async function start(grammars: Grammars): Promise<typeof import("web-tree-sitter")> {
  const library = await import("web-tree-sitter");
  await library.Parser.init({ wasmBinary: await grammars.parser() });
  return library;
}
