import { syntaxChecker } from "./syntax-checker.ts";

export const ruby = syntaxChecker({
  name: "ruby",
  extensions: ["rb"],
  needs: "grammars",
  finds: "the first syntax error",
});
