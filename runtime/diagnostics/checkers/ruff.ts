import { parentOf } from "../../paths.ts";
import { toFinding } from "../ruff/findings.ts";
import type { Checker, CheckerFinding } from "../types.ts";
import { firstRun, type ProgramEnd, runProgram } from "./program.ts";

/**
 * The project's own Ruff. It looks for the project's configuration above the path that it is told, and reads the text from
 * stdin. `--no-fix`, since a configuration that asks for fixes would have it print the mended text instead.
 */
export const ruff: Checker = {
  name: "ruff",
  extensions: ["py"],
  needs: "a program in PATH",
  finds: "what the project's configuration selects",
  async open({ path, after }, tools, budget) {
    const args = ["check", "--output-format=json", "--quiet", "--no-cache", "--no-fix", "--stdin-filename", path, "-"];
    const run = (stdin: string) => runProgram(tools, budget, { program: "ruff", args, cwd: parentOf(path), stdin });
    const ended = await firstRun(run, after);
    return ended === "missing" ? "missing" : async (text) => findingsOf(await ended(text));
  },
};

/** 0: nothing found; 1: findings; anything else: Ruff itself failed, such as on its configuration. */
function findingsOf({ exitCode, stdout }: ProgramEnd): CheckerFinding[] {
  if (exitCode !== 0 && exitCode !== 1) throw new Error(`ruff ended with ${exitCode}`);
  const printed: unknown = stdout.trim() === "" && exitCode === 0 ? [] : JSON.parse(stdout);
  if (!Array.isArray(printed)) throw new Error("ruff printed no list");
  return printed.map((one) => toFinding(one, "location"));
}
