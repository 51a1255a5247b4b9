import { syntaxChecker } from "./syntax-checker.ts";

export const pythonGrammar = syntaxChecker({
  name: "python-grammar",
  extensions: ["py"],
  needs: "grammars",
  finds: "the first syntax error",
});
