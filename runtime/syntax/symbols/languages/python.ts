import type { SyntaxNode } from "../../parsers.ts";
import type { SymbolLanguage } from "../types.ts";

/** Docstrings stand inside; of the comments above only `#:` documents what follows. */
export const python: SymbolLanguage = {
  nodes: {
    class_definition: { kind: "class" },
    function_definition: { kind: (node) => (enclosingIsClass(node) ? "method" : "function"), names: functionNames },
    assignment: {
      kind: "variable",
      names: (node) => {
        const left = node.childForFieldName("left");
        const isStatement = node.parent?.type === "expression_statement";
        return isStatement && left?.type === "identifier" ? [left.text] : null;
      },
    },
    type_alias_statement: {
      kind: "type",
      names: (node) => [/\w+/.exec(node.childForFieldName("left")?.text ?? "")?.[0] ?? ""],
    },
  },
  wrappers: ["decorated_definition", "expression_statement"],
  isDoc: (comment) => comment.startsWith("#:"),
};

/** `@x.setter def x` is named `x.setter`, so that `x` is the getter alone. */
function functionNames(node: SyntaxNode): string[] {
  const name = node.childForFieldName("name")?.text ?? "";
  const decorators = node.parent?.type === "decorated_definition" ? node.parent.namedChildren : [];
  for (const decorator of decorators) {
    const role = /^@\s*(\w+)\.(setter|deleter)\s*$/.exec(decorator?.type === "decorator" ? decorator.text : "");
    if (role?.[1] === name && role[2] !== undefined) return [name, role[2]];
  }
  return [name];
}

function enclosingIsClass(node: SyntaxNode): boolean {
  const outer = node.parent?.type === "decorated_definition" ? node.parent.parent : node.parent;
  return outer?.type === "block" && outer.parent?.type === "class_definition";
}
