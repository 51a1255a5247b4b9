import { syntaxChecker } from "./syntax-checker.ts";

export const jsx = syntaxChecker({
  name: "jsx",
  extensions: ["jsx"],
  needs: "nothing",
  finds: "the first syntax error",
});
