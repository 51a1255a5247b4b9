import type { SyntaxNode } from "../../parsers.ts";
import { isAnyComment } from "../docs.ts";
import type { NodeRule, SymbolKind, SymbolLanguage } from "../types.ts";
import { refineCppExtent } from "./cpp-extent.ts";

const withBody = (node: SyntaxNode): boolean => node.childForFieldName("body") !== null;

function typeRule(kind: SymbolKind): NodeRule {
  return {
    kind,
    // `struct A x;` only mentions the type.
    names: (node) =>
      withBody(node) || isForward(node) ? segmentsOf(node.childForFieldName("name")?.text ?? "") : null,
    hasBody: withBody,
  };
}

/** C and C++, both by the C++ grammar. */
export const cpp: SymbolLanguage = {
  nodes: {
    function_definition: { kind: functionKind, names: (node) => declaredNames(node.childForFieldName("declarator")) },
    declaration: { kind: declarationKind, names: declarationNames, hasBody: (node) => !isPrototype(node) },
    field_declaration: { kind: declarationKind, names: declarationNames, hasBody: (node) => !isPrototype(node) },
    class_specifier: typeRule("class"),
    struct_specifier: typeRule("struct"),
    union_specifier: typeRule("struct"),
    enum_specifier: typeRule("enum"),
    type_definition: { kind: "type", names: (node) => declaredNames(node.childForFieldName("declarator")) },
    alias_declaration: { kind: "type" },
    concept_definition: { kind: "type" },
    namespace_definition: { kind: "module", names: (node) => segmentsOf(node.childForFieldName("name")?.text ?? "") },
    preproc_def: { kind: "macro" },
    preproc_function_def: { kind: "macro" },
  },
  wrappers: ["template_declaration"],
  refine: refineCppExtent,
  isNoName: (name) => /^(?:public|protected|private|signals|slots|if|for|while|switch|return|else)$/.test(name),
  isDoc: isAnyComment,
  semicolonParents: [
    "translation_unit",
    "declaration_list",
    "field_declaration_list",
    "preproc_if",
    "preproc_ifdef",
    "preproc_else",
  ],
};

function segmentsOf(name: string): string[] | null {
  return name === "" ? null : withoutParameters(name).split("::").filter(Boolean);
}

function withoutParameters(name: string): string {
  return name.startsWith("operator") || name.includes("::operator") ? name : name.replace(/<[\s\S]*>/, "");
}

/** Declarators wrap each other: `*(*f(int))[3]` comes down to `f`. */
function declaredNames(declarator: SyntaxNode | null): string[] | null {
  let node = declarator;
  for (; node !== null; node = node.childForFieldName("declarator") ?? node.lastNamedChild) {
    if (
      /^(?:identifier|field_identifier|type_identifier|qualified_identifier|destructor_name|operator_name|template_function)$/.test(
        node.type,
      )
    ) {
      return segmentsOf(node.text);
    }
    if (node.type === "operator_cast") return [node.text.replace(/\s*\([\s\S]*$/, "")];
    if (node.namedChildCount === 0) return null;
  }
  return null;
}

/** Only the first of `int a, b;`: they are replaced as one. */
function declarationNames(node: SyntaxNode): string[] | null {
  return node.childForFieldName("declarator") && declaredNames(node.childForFieldName("declarator"));
}

function isPrototype(node: SyntaxNode): boolean {
  for (
    let inner = node.childForFieldName("declarator");
    inner !== null;
    inner = inner.childForFieldName("declarator")
  ) {
    if (inner.type === "function_declarator" || inner.type === "operator_cast") return true;
    if (inner.type === "init_declarator") return false;
  }
  return false;
}

function isForward(node: SyntaxNode): boolean {
  const parent = node.parent?.type;
  return parent === "translation_unit" || parent === "declaration_list" || parent === "template_declaration";
}

function functionKind(node: SyntaxNode): SymbolKind {
  const declarator = node.childForFieldName("declarator");
  const names = declaredNames(declarator) ?? [];
  const owner = names.length > 1 ? names.at(-2) : ownerName(node);
  if (owner === undefined) return "function";
  return names.at(-1) === owner ? "constructor" : "method";
}

function declarationKind(node: SyntaxNode): SymbolKind {
  if (isPrototype(node)) return functionKind(node);
  return ownerName(node) === undefined ? "variable" : "field";
}

function ownerName(node: SyntaxNode): string | undefined {
  const list = node.parent?.type === "template_declaration" ? node.parent.parent : node.parent;
  return list?.type === "field_declaration_list" ? (list.parent?.childForFieldName("name")?.text ?? "") : undefined;
}
