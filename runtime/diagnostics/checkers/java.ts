import { syntaxChecker } from "./syntax-checker.ts";

export const java = syntaxChecker({
  name: "java",
  extensions: ["java"],
  needs: "grammars",
  finds: "the first syntax error",
});
