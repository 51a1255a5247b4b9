import type { Checker, CheckerFinding } from "../types.ts";
import { isForeignScript } from "./foreign-script.ts";
import { firstRun, type ProgramEnd, runProgram } from "./program.ts";

/** Patterns such as `!(a|b)` are syntax only where a script asks for them, and `-n` does not run the line that does. */
function hasExtendedPatterns(text: string): boolean {
  if (!text.includes("extglob")) return false;
  return text.split("\n").some((line) => {
    const asked = /\bshopt[ \t]+-s\b/.exec(line);
    return asked !== null && /\bextglob\b/.test(line.slice(asked.index));
  });
}

/** `--norc`, for with a socket as stdin, which is what some hosts give, bash takes itself for a remote shell and reads one. */
export const bash: Checker = {
  name: "bash -n",
  extensions: ["sh", "bash"],
  needs: "a program in PATH",
  finds: "the first syntax error, here-documents without their end",
  async open({ path, after }, tools, budget) {
    if (isForeignScript(path, after)) return async () => null;
    const args = ["--norc", "--noprofile", ...(hasExtendedPatterns(after) ? ["-O", "extglob"] : []), "-n"];
    const run = (stdin: string) => runProgram(tools, budget, { program: "bash", args, cwd: "/", stdin });
    const ended = await firstRun(run, after);
    return ended === "missing" ? "missing" : async (text) => findingsOf(await ended(text));
  },
};

/** "bash: line 3: syntax error near unexpected token `fi'", then a line that quotes the script. */
function findingsOf({ exitCode, stderr }: ProgramEnd): CheckerFinding[] | null {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  if (exitCode === 0) return lines.flatMap(openHereDocument);
  const [first = ""] = lines.filter((line) => !/warning:/.test(line));
  const found = /^(?:\S*bash: )?(?:line (\d+): )?(.+)$/.exec(first);
  if (found === null) return null;
  const [, line = "1", message = first] = found;
  return [{ severity: "error", code: "SyntaxError", line: Number(line), message, blocks: true }];
}

/** Bash takes all that follows for text and goes on. */
function openHereDocument(line: string): CheckerFinding[] {
  const found = /warning: (here-document at line (\d+) delimited by end-of-file.*)$/.exec(line);
  if (found === null) return [];
  const [, message = "", at = "1"] = found;
  return [{ severity: "warning", code: "HereDocument", line: Number(at), message }];
}
