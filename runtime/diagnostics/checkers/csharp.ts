import { syntaxChecker } from "./syntax-checker.ts";

export const csharp = syntaxChecker({
  name: "csharp",
  extensions: ["cs"],
  needs: "grammars",
  finds: "the first syntax error",
});
