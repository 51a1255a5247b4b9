import { type Line, lineNumberAt, splitLines } from "../../text/mod.ts";
import { isWhole } from "../lexical/find-problem.ts";
import type { LexicalLanguage } from "../lexical/registry.ts";
import type { SyntaxNode } from "../parsers.ts";
import { codeStartOf, extentOf } from "./extent.ts";
import { declaresSeveral } from "./shared-declaration.ts";
import type { Declaration, NodeRule, SymbolKind, SymbolLanguage } from "./types.ts";

const CALLABLE: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor"]);

const VALUES: ReadonlySet<SymbolKind> = new Set(["variable", "constant", "field", "property", "type"]);

function movedTo(start: number, lines: readonly Line[]): Pick<Declaration, "start" | "startLine"> {
  return { start, startLine: lineNumberAt(lines, start) };
}

/** What encloses the node being looked at. */
interface Scope {
  readonly end: number;
  readonly path: readonly string[];
  readonly alias: readonly string[] | null;
  readonly isCallable: boolean;
}

/** Every declaration of a tree, in the order of the text. */
export function readDeclarations(
  root: SyntaxNode,
  text: string,
  language: SymbolLanguage,
  lexical: LexicalLanguage | undefined,
): Declaration[] {
  const lines = splitLines(text);
  const declarations: Declaration[] = [];
  const scopes: Scope[] = [];
  for (const node of root.descendantsOfType(Object.keys(language.nodes))) {
    const rule = node && language.nodes[node.type];
    if (!node || !rule) continue;
    while ((scopes.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= node.startIndex) scopes.pop();
    const names = namesOf(node, rule);
    if (names === null) continue;
    const kind = typeof rule.kind === "function" ? rule.kind(node) : rule.kind;
    const outer = scopes.at(-1);
    const isLocal = scopes.some(({ isCallable }) => isCallable);
    if (isLocal && (kind === "variable" || kind === "constant")) continue;
    if (language.isNoName?.(names.at(-1) ?? "")) continue;
    const path = [...(outer?.path ?? []), ...names];
    const extent = extentOf(node, root, text, lines, language);
    const codeStart = codeStartOf(node, language);
    const refined = language.refine?.(text, {
      ...extent,
      codeStart,
      name: names.at(-1) ?? "",
      isClosed: kind !== "macro",
    });
    declarations.push({
      name: path.join("."),
      kind,
      path,
      aliases: outer?.alias ? [[...outer.alias, ...names]] : [],
      isLocal,
      hasBody: rule.hasBody?.(node) ?? true,
      isBroken: refined === null || (node.hasError && isUnbalanced(node, text, lexical)),
      ...extent,
      ...(refined && refined.start !== extent.start && movedTo(refined.start, lines)),
      ...(VALUES.has(kind) && declaresSeveral(node) && { isShared: true }),
    });
    scopes.push(scopeOf(node, rule, outer, names, CALLABLE.has(kind)));
  }
  return declarations;
}

function namesOf(node: SyntaxNode, rule: NodeRule): readonly string[] | null {
  const names = rule.names ? rule.names(node) : [node.childForFieldName("name")?.text ?? ""];
  return names !== null && names.length > 0 && names.every((name) => NAME.test(name)) ? names : null;
}

/** A parser that lost its way takes several lines for a name. */
const NAME = /^(?:\S+|(?:impl|operator) [^\r\n]+)$/;

function scopeOf(
  node: SyntaxNode,
  rule: NodeRule,
  outer: Scope | undefined,
  names: readonly string[],
  isCallable: boolean,
): Scope {
  const container = rule.container ? rule.container(node) : null;
  const segments = rule.container ? (container === null ? [] : [container]) : names;
  const alias = rule.alias?.(node) ?? null;
  const base = outer?.path ?? [];
  const end = rule.isFileScoped ? Number.POSITIVE_INFINITY : node.endIndex;
  return { end, path: [...base, ...segments], alias: alias === null ? null : [...base, alias], isCallable };
}

/** An error inside is harmless as long as what the node spans is whole. */
function isUnbalanced(node: SyntaxNode, text: string, lexical: LexicalLanguage | undefined): boolean {
  return lexical === undefined || !isWhole(text.slice(node.startIndex, node.endIndex), lexical);
}
