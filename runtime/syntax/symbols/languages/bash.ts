import { isAnyComment } from "../docs.ts";
import type { SymbolLanguage } from "../types.ts";

export const bash: SymbolLanguage = {
  nodes: {
    function_definition: { kind: "function" },
    variable_assignment: {
      kind: "variable",
      names: (node) => {
        const name = node.childForFieldName("name");
        const isStatement = node.parent?.type === "program" || node.parent?.type === "declaration_command";
        return isStatement && name?.type === "variable_name" ? [name.text] : null;
      },
    },
  },
  wrappers: ["declaration_command"],
  isDoc: (comment) => isAnyComment() && !comment.startsWith("#!"),
};
