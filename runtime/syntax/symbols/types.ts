import type { SyntaxNode } from "../parsers.ts";

/** What a declaration declares. */
export const SYMBOL_KINDS = [
  "function",
  "method",
  "constructor",
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "type",
  "impl",
  "module",
  "constant",
  "variable",
  "field",
  "property",
  "macro",
] as const;

export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** One declaration. Offsets are half-open, in UTF-16 code units; lines from 1, inclusive. */
export interface DeclaredSymbol {
  /** With what encloses it: `Class.method`. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** First character of its doc comment, decorators or modifiers; indentation lies before it. */
  readonly start: number;
  /** Just past its last character, the closing bracket or semicolon; the line break lies behind it. */
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
  /** It declares other names too, so it cannot be replaced as that of one. */
  readonly isShared?: boolean;
}

/** A declaration as a language's reader found it, before anything is looked up. */
export interface Declaration extends DeclaredSymbol {
  /** The names from the outermost enclosing one to its own. */
  readonly path: readonly string[];
  /** Other paths it answers to: `<Type as Trait>`. */
  readonly aliases: readonly (readonly string[])[];
  /** Declared inside a function: nobody outside can name it. */
  readonly isLocal: boolean;
  /** False for a prototype, a forward declaration or an overload's signature. */
  readonly hasBody: boolean;
  /** The parser met errors inside and the brackets in it don't pair up, so its end is a guess. */
  readonly isBroken: boolean;
}

export interface RefinedExtent {
  readonly start: number;
}

/** What one node type declares. */
export interface NodeRule {
  readonly kind: SymbolKind | ((node: SyntaxNode) => SymbolKind);
  /** The name, in segments when it names its owner too (`Foo::bar`); null: nothing is declared. Default: the field "name". */
  readonly names?: (node: SyntaxNode) => readonly string[] | null;
  /** Another name for what encloses its members: `<Type as Trait>` of an impl. */
  readonly alias?: (node: SyntaxNode) => string | null;
  /** The segment its members get; default: its name; null: none. */
  readonly container?: (node: SyntaxNode) => string | null;
  readonly hasBody?: (node: SyntaxNode) => boolean;
  /** It encloses whatever follows it in the file. */
  readonly isFileScoped?: boolean;
}

export interface SymbolLanguage {
  readonly nodes: Readonly<Record<string, NodeRule>>;
  /** Parents that belong to the declaration when they hold it alone: `export`, decorators, `const`. */
  readonly wrappers: readonly string[];
  /** Siblings before it that belong to it: attributes of Rust. */
  readonly leading?: readonly string[];
  /** Whether a comment directly above belongs to the declaration. */
  readonly isDoc: (comment: string) => boolean;
  /** Parents in which the semicolon behind a member is a node of its own; it belongs to the member. */
  readonly semicolonParents?: readonly string[];
  /** Corrects what the grammar takes for a declaration; null when where it begins or ends cannot be told. */
  readonly refine?: (
    text: string,
    extent: {
      readonly start: number;
      readonly end: number;
      /** Behind the comments above it. */
      readonly codeStart: number;
      /** The last part of its name. */
      readonly name: string;
      /** A bracket or a semicolon ends it. */
      readonly isClosed: boolean;
    },
  ) => RefinedExtent | null;
  /** Names that are none, where the grammar was misled. */
  readonly isNoName?: (name: string) => boolean;
}
