import type { SyntaxNode } from "../../parsers.ts";
import { isDocBlock } from "../docs.ts";
import type { SymbolLanguage } from "../types.ts";

export const rust: SymbolLanguage = {
  nodes: {
    function_item: { kind: functionKind },
    function_signature_item: { kind: functionKind, hasBody: () => false },
    struct_item: { kind: "struct" },
    union_item: { kind: "struct" },
    enum_item: { kind: "enum" },
    trait_item: { kind: "trait" },
    type_item: { kind: "type" },
    associated_type: { kind: "type", hasBody: () => false },
    mod_item: { kind: "module" },
    const_item: { kind: "constant" },
    static_item: { kind: "variable" },
    macro_definition: { kind: "macro" },
    impl_item: {
      kind: "impl",
      names: (node) => [implName(node)],
      container: (node) => baseName(node.childForFieldName("type")),
      alias: (node) => {
        const trait = node.childForFieldName("trait");
        return trait && `<${baseName(node.childForFieldName("type"))} as ${baseName(trait)}>`;
      },
    },
  },
  wrappers: [],
  leading: ["attribute_item"],
  isDoc: isDocBlock,
};

function functionKind(node: SyntaxNode): "function" | "method" {
  const owner = node.parent?.parent?.type;
  return owner === "impl_item" || owner === "trait_item" ? "method" : "function";
}

/** `impl Type`, `impl Trait for Type`, without parameters. */
function implName(node: SyntaxNode): string {
  const type = baseName(node.childForFieldName("type"));
  const trait = node.childForFieldName("trait");
  return trait ? `impl ${baseName(trait)} for ${type}` : `impl ${type}`;
}

/** The last name of a type: `a::B<T>` is B. */
function baseName(node: SyntaxNode | null): string {
  const text = (node?.text ?? "").replace(/<[\s\S]*$/, "");
  return text.slice(text.lastIndexOf(":") + 1).trim();
}
