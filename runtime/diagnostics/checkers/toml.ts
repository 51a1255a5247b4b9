import { syntaxChecker } from "./syntax-checker.ts";

export const toml = syntaxChecker({
  name: "toml",
  extensions: ["toml"],
  needs: "nothing",
  finds: "the first syntax error, duplicate keys",
  code: "TOMLDecodeError",
});
