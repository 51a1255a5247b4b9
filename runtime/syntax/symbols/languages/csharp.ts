import type { SyntaxNode } from "../../parsers.ts";
import { isDocBlock } from "../docs.ts";
import type { NodeRule, SymbolLanguage } from "../types.ts";

const fields: NodeRule = { kind: "field", names: (node) => firstDeclarator(node) };

export const csharp: SymbolLanguage = {
  nodes: {
    namespace_declaration: { kind: "module", names: namespaceNames },
    file_scoped_namespace_declaration: { kind: "module", names: namespaceNames, isFileScoped: true },
    class_declaration: { kind: "class" },
    record_declaration: { kind: "class" },
    struct_declaration: { kind: "struct" },
    interface_declaration: { kind: "interface" },
    enum_declaration: { kind: "enum" },
    delegate_declaration: { kind: "type" },
    method_declaration: { kind: "method" },
    local_function_statement: { kind: "function" },
    constructor_declaration: { kind: "constructor" },
    destructor_declaration: { kind: "method", names: (node) => [`~${node.childForFieldName("name")?.text ?? ""}`] },
    operator_declaration: {
      kind: "method",
      names: (node) => [`operator ${node.childForFieldName("operator")?.text ?? ""}`],
    },
    indexer_declaration: { kind: "property", names: () => ["this"] },
    property_declaration: { kind: "property" },
    event_declaration: { kind: "property" },
    event_field_declaration: fields,
    field_declaration: fields,
  },
  wrappers: ["global_statement"],
  isDoc: isDocBlock,
};

function namespaceNames(node: SyntaxNode): string[] {
  return (node.childForFieldName("name")?.text ?? "").split(".");
}

function firstDeclarator(node: SyntaxNode): string[] | null {
  const declaration = node.namedChildren.find((child) => child?.type === "variable_declaration");
  const declarator = declaration?.namedChildren.find((child) => child?.type === "variable_declarator");
  const name = declarator?.childForFieldName("name")?.text;
  return name === undefined ? null : [name];
}
