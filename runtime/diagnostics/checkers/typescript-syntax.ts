import { syntaxChecker } from "./syntax-checker.ts";

export const typescriptSyntax = syntaxChecker({
  name: "typescript-syntax",
  extensions: ["ts", "tsx", "mts", "cts"],
  needs: "nothing",
  finds: "the first syntax error",
  isOn: ({ typescript }) => typescript === "syntax",
});
