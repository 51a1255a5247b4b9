import type { SyntaxNode } from "../../parsers.ts";
import { isDocBlock } from "../docs.ts";
import type { SymbolLanguage } from "../types.ts";

export const php: SymbolLanguage = {
  nodes: {
    function_definition: { kind: "function" },
    class_declaration: { kind: "class" },
    interface_declaration: { kind: "interface" },
    trait_declaration: { kind: "trait" },
    enum_declaration: { kind: "enum" },
    method_declaration: { kind: "method" },
    property_declaration: { kind: "property", names: (node) => nameIn(node, "property_element") },
    const_declaration: { kind: "constant", names: (node) => nameIn(node, "const_element") },
  },
  wrappers: [],
  isDoc: isDocBlock,
};

/** The first element's name, without the `$`. */
function nameIn(node: SyntaxNode, type: string): string[] | null {
  const element = node.namedChildren.find((child) => child?.type === type);
  const name = /[\p{L}_][\p{L}\p{N}_]*/u.exec(element?.text ?? "")?.[0];
  return name === undefined ? null : [name];
}
