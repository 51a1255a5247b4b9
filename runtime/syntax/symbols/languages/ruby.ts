import { isAnyComment } from "../docs.ts";
import type { NodeRule, SymbolLanguage } from "../types.ts";

const scoped: NodeRule = { kind: "class", names: (node) => (node.childForFieldName("name")?.text ?? "").split("::") };

export const ruby: SymbolLanguage = {
  nodes: {
    class: scoped,
    module: { ...scoped, kind: "module" },
    method: { kind: "method" },
    singleton_method: { kind: "method" },
    assignment: {
      kind: "constant",
      names: (node) => {
        const left = node.childForFieldName("left");
        return left?.type === "constant" ? [left.text] : null;
      },
    },
  },
  // `private def x` is one statement.
  wrappers: ["argument_list", "call"],
  isDoc: isAnyComment,
};
