import type { SyntaxProblem } from "../../syntax/mod.ts";
import { shortPath } from "../short-path.ts";
import type { Checker, CheckerFinding, CheckerSettings, CheckerTools, Judge, Subject } from "../types.ts";

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
  return { ...options, open: async (subject, tools) => syntaxJudge(subject, tools, code) };
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
