import type { SyntaxProblem } from "../../syntax/mod.ts";
import { shortPath } from "../short-path.ts";
import type { Budget, Checker, CheckerFinding, CheckerSettings, CheckerTools, Judge, Subject } from "../types.ts";

export interface SyntaxCheckerOptions {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly needs: "nothing" | "grammars";
  readonly finds: string;
  /** The findings' code. */
  readonly code?: string;
  readonly isOn?: (settings: CheckerSettings) => boolean;
}

/** A checker over the parsers of the syntax room: the first error of a text, or none. */
export function syntaxChecker({ code = "SyntaxError", ...options }: SyntaxCheckerOptions): Checker {
  return {
    ...options,
    async open(subject, tools, budget) {
      await loadParser(subject.path, tools, budget);
      return syntaxJudge(subject, tools, code);
    },
  };
}

/** Extensions whose parser has been there for one text. */
const loaded = new WeakMap<CheckerTools["syntax"], Set<string>>();

/** Parsers load with the first text, so the first is an empty one. What it says is of no interest. */
export async function loadParser(path: string, { syntax }: CheckerTools, budget: Budget): Promise<void> {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  const extensions = loaded.get(syntax) ?? new Set();
  if (extensions.has(extension)) return;
  await budget.load(() => syntax.check({ path: `empty.${extension}`, before: null, after: "" }));
  loaded.set(syntax, extensions.add(extension));
}

export function syntaxJudge(subject: Subject, { syntax }: CheckerTools, code: string): Judge {
  const { before, after } = subject;
  const path = shortPath(subject.path, subject.root);
  return async (text) => {
    // The first is the very question that the result's `verify` asked.
    const verdict = await syntax.check(text === after ? { path, before, after } : { path, before: text, after: text });
    if (verdict.kind === "invalid") return [findingOf(verdict, code)];
    if (verdict.kind === "unchecked") return null;
    // A scan that found nothing has not read the text, so that is not called clean; to compare with, it will do.
    return verdict.check === "parser" || text !== after ? [] : null;
  };
}

function findingOf({ line, message, expected, opener }: SyntaxProblem, code: string): CheckerFinding {
  const said = message.replace(/^line \d+: /, "");
  const words = said.replace(/,? (?:found|at) (?:"[\s\S]*|end of \w+)$/, "").replace(/^"[\s\S]*?" (?=where|is)/, "");
  const key = [words, expected, opener?.text].filter((part) => part !== undefined).join(" ");
  return { severity: "error", code, line, message: said, key, blocks: true, ...(opener && { cause: opener.line }) };
}
