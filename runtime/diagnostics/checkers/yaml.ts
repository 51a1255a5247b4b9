import { syntaxChecker } from "./syntax-checker.ts";

export const yaml = syntaxChecker({
  name: "yaml",
  extensions: ["yaml", "yml"],
  needs: "nothing",
  finds: "the first syntax error, duplicate keys",
  code: "YAMLError",
});
