import { syntaxChecker } from "./syntax-checker.ts";

export const rust = syntaxChecker({
  name: "rust",
  extensions: ["rs"],
  needs: "grammars",
  finds: "the first syntax error",
});
