import { parentOf } from "../../paths.ts";
import { ruffConfig } from "../ruff/config.ts";
import { toFindings } from "../ruff/findings.ts";
import { withCause } from "../ruff/with-cause.ts";
import type { Checker, CheckerFinding, ConfigFiles, Subject } from "../types.ts";
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
  async open(subject, tools, budget) {
    const { path, after } = subject;
    const args = ["check", "--output-format=json", "--quiet", "--no-cache", "--no-fix", "--stdin-filename", path, "-"];
    const run = (stdin: string) => runProgram(tools, budget, { program: "ruff", args, cwd: parentOf(path), stdin });
    const ended = await firstRun(run, after);
    if (ended === "missing") return "missing";
    // Ruff prints the same for a file without a fault and for one that it left out.
    if (await isLeftOut(subject, tools.fs)) return "excluded";
    return async (text) => withCause(await findingsOf(await ended(text)), text, subject, tools);
  },
};

/** 0: nothing found; 1: findings; anything else: Ruff itself failed, such as on its configuration. */
async function findingsOf({ exitCode, stdout }: ProgramEnd): Promise<CheckerFinding[]> {
  if (exitCode !== 0 && exitCode !== 1) throw new Error(`ruff ended with ${exitCode}`);
  const printed: unknown = stdout.trim() === "" && exitCode === 0 ? [] : JSON.parse(stdout);
  if (!Array.isArray(printed)) throw new Error("ruff printed no list");
  return toFindings(printed, "location");
}

/** A configuration that cannot be read here is left to the program. */
async function isLeftOut(subject: Subject, fs: ConfigFiles): Promise<boolean> {
  try {
    return (await ruffConfig(subject, fs)).isExcluded;
  } catch {
    return false;
  }
}
