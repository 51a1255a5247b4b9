import { syntaxChecker } from "./syntax-checker.ts";

export const css = syntaxChecker({
  name: "css",
  extensions: ["css"],
  needs: "grammars",
  finds: "the first syntax error",
});
