import type { SyntaxNode } from "../../parsers.ts";
import { isAnyComment } from "../docs.ts";
import type { SymbolKind, SymbolLanguage } from "../types.ts";

export const go: SymbolLanguage = {
  nodes: {
    function_declaration: { kind: "function" },
    method_declaration: { kind: "method", names: methodNames },
    type_spec: { kind: typeKind },
    type_alias: { kind: "type" },
    const_spec: { kind: "constant", names: specNames },
    var_spec: { kind: "variable", names: specNames },
    method_elem: { kind: "method", hasBody: () => false },
  },
  wrappers: ["type_declaration", "const_declaration", "var_declaration", "var_spec_list"],
  isDoc: isAnyComment,
};

/** `func (r *Type[T]) Method()` belongs to Type. */
function methodNames(node: SyntaxNode): string[] {
  const receiver = node.childForFieldName("receiver")?.text ?? "";
  const type = /(\w+)\s*(?:\[[^\]]*\])?\s*,?\s*\)$/.exec(receiver)?.[1];
  const name = node.childForFieldName("name")?.text ?? "";
  return type === undefined ? [name] : [type, name];
}

function typeKind(node: SyntaxNode): SymbolKind {
  const type = node.childForFieldName("type")?.type;
  if (type === "struct_type") return "struct";
  return type === "interface_type" ? "interface" : "type";
}

/** A spec of several names is replaced as one, under its first. */
function specNames(node: SyntaxNode): string[] {
  return [node.childForFieldName("name")?.text ?? ""];
}
