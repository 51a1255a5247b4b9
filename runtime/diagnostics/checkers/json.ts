import { isNestedTooDeep } from "../../syntax/mod.ts";
import type { Checker, CheckerFinding } from "../types.ts";
import { loadParser, syntaxJudge } from "./syntax-checker.ts";

export const json: Checker = {
  name: "json",
  extensions: ["json", "jsonc"],
  needs: "nothing",
  finds: "the first syntax error, duplicate keys",
  open: async (subject, tools, budget) => {
    await loadParser(subject.path, tools, budget);
    const judge = syntaxJudge(subject, tools, "JSONDecodeError");
    return async (text) => {
      const findings = await judge(text);
      return findings?.length !== 0 || isNestedTooDeep(text) ? findings : duplicateKeys(text);
    };
  },
};

/** JSON allows a key twice, and every reader drops one of the values. */
async function duplicateKeys(text: string): Promise<CheckerFinding[]> {
  const { visit } = await import("jsonc-parser");
  const findings: CheckerFinding[] = [];
  const objects: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => {
      objects.push(new Set());
    },
    onObjectProperty: (name, _offset, _length, line) => {
      const names = objects.at(-1);
      // A key that is a comment, as package.json may have many of.
      if (name.startsWith("//")) return;
      if (names?.has(name)) {
        const message = `the key ${JSON.stringify(name)} stands twice in one object; only the last value counts`;
        findings.push({ severity: "warning", code: "DuplicateKey", line: line + 1, message });
      }
      names?.add(name);
    },
    onObjectEnd: () => {
      objects.pop();
    },
  });
  return findings;
}
