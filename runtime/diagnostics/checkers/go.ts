import { syntaxChecker } from "./syntax-checker.ts";

export const go = syntaxChecker({
  name: "go",
  extensions: ["go"],
  needs: "grammars",
  finds: "the first syntax error",
});
