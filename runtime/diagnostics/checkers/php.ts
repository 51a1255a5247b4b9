import { syntaxChecker } from "./syntax-checker.ts";

export const php = syntaxChecker({
  name: "php",
  extensions: ["php"],
  needs: "grammars",
  finds: "the first syntax error",
});
