import type { SyntaxNode } from "../../parsers.ts";
import { isDocBlock } from "../docs.ts";
import type { NodeRule, SymbolLanguage } from "../types.ts";

const declarators: NodeRule = {
  kind: "field",
  names: (node: SyntaxNode) => [node.childForFieldName("declarator")?.childForFieldName("name")?.text ?? ""],
};

export const java: SymbolLanguage = {
  nodes: {
    class_declaration: { kind: "class" },
    record_declaration: { kind: "class" },
    interface_declaration: { kind: "interface" },
    annotation_type_declaration: { kind: "interface" },
    enum_declaration: { kind: "enum" },
    method_declaration: { kind: "method" },
    annotation_type_element_declaration: { kind: "method" },
    constructor_declaration: { kind: "constructor" },
    compact_constructor_declaration: { kind: "constructor" },
    field_declaration: declarators,
    constant_declaration: { ...declarators, kind: "constant" },
  },
  wrappers: [],
  isDoc: isDocBlock,
};
