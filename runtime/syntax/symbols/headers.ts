import type { SymbolKind } from "./types.ts";

export interface Header {
  readonly name: string;
  readonly kind: SymbolKind;
}

const MODIFIERS = String.raw`(?:(?:@[\w.]+(?:\([^()]*\))?|[a-z]\w*(?:\([^()]*\)|\[[^\[\]]*\])?)[ \t]+)*?`;
const NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*|`[^`]+`";
const GENERICS = String.raw`(?:<[^>]*>|\[[^\]]*\])?[ \t]*`;

/** Keywords that declare something, in whatever language. */
const KEYWORDS: Readonly<Record<string, SymbolKind>> = {
  fun: "function",
  func: "function",
  function: "function",
  def: "function",
  fn: "function",
  sub: "function",
  proc: "function",
  macro: "macro",
  class: "class",
  actor: "class",
  object: "module",
  struct: "struct",
  union: "struct",
  record: "class",
  interface: "interface",
  protocol: "interface",
  trait: "trait",
  mixin: "trait",
  extension: "impl",
  enum: "enum",
  type: "type",
  typealias: "type",
  typedef: "type",
  module: "module",
  namespace: "module",
  val: "constant",
  const: "constant",
  let: "constant",
  var: "variable",
  given: "constant",
};

const DECLARATION = new RegExp(
  `^[ \\t]*${MODIFIERS}(${Object.keys(KEYWORDS).join("|")})[ \\t]+(?:(?:class|object)[ \\t]+)?${GENERICS}(?:(?:[\\w?]+${GENERICS})[.:])*(${NAME})`,
  "u",
);
const INITIALIZER =
  /^[ \t]*(?:(?:@[\w.]+|[a-z]\w*)[ \t]+)*?(init\??|deinit|subscript|constructor)\s*(?:<[^>]*>)?\s*[({]/;
const DART_CALLABLE = new RegExp(
  `^[ \\t]*(?:[\\w<>?,.\\[\\] ]+[ \\t])?(?:(?:get|set|operator)[ \\t]+)?(${NAME}(?:\\.\\w+)?)[ \\t]*(?:<[^()]*>)?\\(`,
  "u",
);
const DART_GETTER = new RegExp(
  `^[ \\t]*(?:[\\w<>?,.\\[\\] ]+[ \\t])?get[ \\t]+(${NAME})[ \\t]*(?:=>|\\{|async|sync|$)`,
  "u",
);
const STATEMENTS =
  /^[ \t]*(?:if|for|while|switch|return|catch|assert|await|throw|else|do|yield|super|this|new|const|import|export|part)\b/;

/** What a line declares, or null. The line starts in code, so it is no comment and no part of a string. */
export function headerOf(line: string, language: string): Header | null {
  const found = DECLARATION.exec(line);
  const kind = KEYWORDS[found?.[1] ?? ""];
  if (found && kind !== undefined) return { name: plain(found[2]), kind };
  const initializer = INITIALIZER.exec(line)?.[1];
  if (initializer !== undefined && (language === "swift" || language === "kotlin")) {
    return { name: initializer.replace("?", ""), kind: "constructor" };
  }
  return language === "dart" ? dartHeader(line) : null;
}

/** Dart declares functions without a keyword; the caller knows that the line stands where only declarations do. */
function dartHeader(line: string): Header | null {
  if (STATEMENTS.test(line)) return null;
  const name = DART_GETTER.exec(line)?.[1] ?? DART_CALLABLE.exec(line)?.[1];
  return name === undefined ? null : { name: plain(name), kind: "function" };
}

function plain(name: string | undefined): string {
  return (name ?? "").replaceAll("`", "");
}
