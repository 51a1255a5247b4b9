import type { ProjectFinding } from "../../ports/mod.ts";
import { BudgetSpent } from "../budget.ts";
import { shortPath } from "../short-path.ts";
import type { Checker, CheckerFinding, Subject } from "../types.ts";

export const typescriptProject: Checker = {
  name: "typescript-project",
  extensions: ["ts", "tsx", "mts", "cts"],
  needs: "a worker",
  finds: "type errors of the file and of those that import it",
  scope: "project",
  isOn: ({ typescript }) => typescript === "project",
  async open(subject, { checkers }, budget) {
    if (checkers === null) return "missing";
    const { path, root, before, after } = subject;
    const timeoutMs = budget.left();
    if (timeoutMs === 0) throw new BudgetSpent("timed_out");
    const { signal } = budget;
    // Both texts in one question: the service is moved from the one to the other.
    const found = await checkers.typescript.check({ path, root, before, after, timeoutMs, signal });
    return async (text) => {
      const side = text === after ? found?.after : found?.before;
      return side?.map((finding) => toFinding(finding, subject)) ?? null;
    };
  },
};

function toFinding({ code, message, path, line }: ProjectFinding, subject: Subject): CheckerFinding {
  const place = path === subject.path ? {} : { path: shortPath(path, subject.root) };
  return { severity: "error", code: `TS${code}`, message, line, ...place };
}
