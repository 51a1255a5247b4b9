import type { SyntaxNode } from "../parsers.ts";

const DECLARATORS: readonly string[] = ["variable_declarator", "property_element", "const_element"];

/** Whether a declaration of a value declares other names too, as `int a, b;`, `y, z = f()` and `a = b = 1` do. */
export function declaresSeveral(node: SyntaxNode): boolean {
  if (node.type === "variable_declarator") return node.parent !== null && countDeclarators(node.parent) > 1;
  return (
    node.childrenForFieldName("declarator").length > 1 ||
    node.childrenForFieldName("name").filter((child) => child?.isNamed).length > 1 ||
    node.childForFieldName("right")?.type === "assignment" ||
    countDeclarators(node) > 1 ||
    node.namedChildren.some((child) => child?.type === "variable_declaration" && countDeclarators(child) > 1)
  );
}

function countDeclarators(node: SyntaxNode): number {
  return node.namedChildren.filter((child) => child && DECLARATORS.includes(child.type)).length;
}
