import type { SyntaxNode } from "../../parsers.ts";
import { isDocBlock } from "../docs.ts";
import type { NodeRule, SymbolLanguage } from "../types.ts";

const FUNCTIONS = new Set(["arrow_function", "function_expression", "generator_function"]);

function isFunction(node: SyntaxNode | null): boolean {
  return node !== null && FUNCTIONS.has(node.type);
}

const method: NodeRule = {
  kind: (node) => (node.childForFieldName("name")?.text === "constructor" ? "constructor" : "method"),
  // `set x` is named `x.set`, so that `x` is the getter alone.
  names: (node) => {
    const name = nameOf(node.childForFieldName("name"));
    return name === null ? null : node.children.some((child) => child?.type === "set") ? [name, "set"] : [name];
  },
  hasBody: (node) => node.childForFieldName("body") !== null,
};

const fieldRule: NodeRule = {
  kind: (node) => (isFunction(node.childForFieldName("value")) ? "method" : "field"),
  names: (node) => listOf(nameOf(node.childForFieldName("name") ?? node.childForFieldName("property"))),
};

const anonymousDefault: NodeRule = {
  kind: (node) => (node.type === "class" ? "class" : isFunction(node) ? "function" : "variable"),
  names: (node) =>
    node.parent?.type === "export_statement" ? [node.childForFieldName("name")?.text ?? "default"] : null,
};

/** JavaScript and TypeScript: their grammars share these node types. */
export const typescript: SymbolLanguage = {
  nodes: {
    function_declaration: { kind: "function" },
    generator_function_declaration: { kind: "function" },
    function_signature: { kind: "function", hasBody: () => false },
    class_declaration: { kind: "class" },
    abstract_class_declaration: { kind: "class" },
    interface_declaration: { kind: "interface" },
    type_alias_declaration: { kind: "type" },
    enum_declaration: { kind: "enum" },
    internal_module: { kind: "module", names: (node) => (node.childForFieldName("name")?.text ?? "").split(".") },
    module: {
      kind: "module",
      names: (node) => {
        const name = node.childForFieldName("name");
        return name?.type === "string" ? listOf(nameOf(name)) : (name?.text ?? "").split(".");
      },
    },
    method_definition: method,
    method_signature: { ...method, hasBody: () => false },
    abstract_method_signature: { ...method, hasBody: () => false },
    public_field_definition: fieldRule,
    field_definition: fieldRule,
    property_signature: { kind: "property", names: (node) => listOf(nameOf(node.childForFieldName("name"))) },
    variable_declarator: {
      kind: (node) => (isFunction(node.childForFieldName("value")) ? "function" : "variable"),
      names: (node) => {
        const name = node.childForFieldName("name");
        return name?.type === "identifier" ? [name.text] : null;
      },
    },
    pair: {
      kind: "method",
      names: (node) =>
        isFunction(node.childForFieldName("value")) ? listOf(nameOf(node.childForFieldName("key"))) : null,
    },
    assignment_expression: { kind: assignedKind, names: assignedNames },
    class: anonymousDefault,
    function_expression: anonymousDefault,
    arrow_function: anonymousDefault,
    object: anonymousDefault,
  },
  wrappers: [
    "export_statement",
    "ambient_declaration",
    "lexical_declaration",
    "variable_declaration",
    "expression_statement",
  ],
  leading: ["decorator"],
  isDoc: isDocBlock,
  semicolonParents: ["class_body", "interface_body", "object_type"],
};

function listOf(name: string | null): readonly string[] | null {
  return name === null ? null : [name];
}

/** Computed names (`[key]`) declare nothing that could be asked for. */
function nameOf(node: SyntaxNode | null): string | null {
  if (node === null || node.type === "computed_property_name") return null;
  return node.type === "string" ? node.text.slice(1, -1) : node.text;
}

function assignedKind(node: SyntaxNode): "function" | "method" | "class" {
  if (node.childForFieldName("right")?.type === "class") return "class";
  return node.childForFieldName("left")?.text.includes(".prototype.") ? "method" : "function";
}

/** `exports.f = function () {}`, `Foo.prototype.bar = () => {}`, as statements. */
function assignedNames(node: SyntaxNode): readonly string[] | null {
  const left = node.childForFieldName("left");
  const right = node.childForFieldName("right");
  if (left?.type !== "member_expression" || node.parent?.type !== "expression_statement") return null;
  if (!isFunction(right) && right?.type !== "class") return null;
  const segments = left.text
    .split(".")
    .filter((segment) => segment !== "prototype" && segment !== "module" && segment !== "exports");
  return segments.every((segment) => /^[\w$]+$/.test(segment)) && segments.length > 0 ? segments : null;
}
