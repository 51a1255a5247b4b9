import { foldersUp, readTextFile } from "../nearest-file.ts";
import { shortPath } from "../short-path.ts";
import type { Checker, CheckerFinding, CheckerTools, Subject } from "../types.ts";
import { firstRun, type ProgramEnd, runProgram } from "./program.ts";

export const nodeCheck: Checker = {
  name: "node --check",
  extensions: ["js", "mjs", "cjs"],
  needs: "a program in PATH",
  finds: "the first syntax error",
  async open(subject, tools, budget) {
    const { path, root, before, after } = subject;
    const args = (await isModule(subject, tools)) ? ["--input-type=module", "--check", "-"] : ["--check", "-"];
    const run = (stdin: string) => runProgram(tools, budget, { program: "node", args, cwd: "/", stdin });
    const ended = await firstRun(run, after);
    if (ended === "missing") return "missing";
    return async (text) => {
      const findings = findingsOf(await ended(text));
      if (findings?.length !== 1 || !/'<'|'type'/.test(findings[0]?.message ?? "")) return findings;
      // Elements and annotations in a file of this name are another language to Node, not a fault.
      const verdict = await tools.syntax.check({ path: shortPath(path, root), before, after: text });
      return verdict.kind === "invalid" ? findings : null;
    };
  },
};

/** What only a module has, at the start of a line. */
const MODULE_SYNTAX =
  /^[ \t]*(?:import\s*(?:["']|[\w$*{][^\n;]*?\bfrom\s*["']|\{)|export\s+(?:default|const|let|var|function|class|async|\*)|export\s*\{)/m;

/**
 * Node reads stdin as CommonJS unless told otherwise, and then nothing in a module would ever be new: its first `import`
 * fails before and after. `.mjs` is a module; `.js` is what the nearest package.json says, and what it looks like where
 * that says nothing.
 */
async function isModule({ path, root, before, after }: Subject, { fs }: CheckerTools): Promise<boolean> {
  if (/\.mjs$/i.test(path)) return true;
  if (/\.cjs$/i.test(path)) return false;
  for (const folder of foldersUp(path, root)) {
    const text = await readTextFile(fs, folder, "package.json");
    if (text === null) continue;
    const type = typeIn(text);
    if (type !== null) return type === "module";
    break;
  }
  return MODULE_SYNTAX.test(before ?? "") || MODULE_SYNTAX.test(after);
}

function typeIn(text: string): "module" | "commonjs" | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const type = typeof parsed === "object" && parsed !== null && "type" in parsed ? parsed.type : null;
    return type === "module" || type === "commonjs" ? type : null;
  } catch {
    return null;
  }
}

/** "[stdin]:3", the line and a mark below it, then "SyntaxError: ..." and the stack. */
function findingsOf({ exitCode, stderr }: ProgramEnd): CheckerFinding[] | null {
  if (exitCode === 0) return [];
  const thrown = /^(\w*Error): (.*)$/m.exec(stderr);
  if (thrown === null) return null;
  const [, code = "SyntaxError", message = ""] = thrown;
  const line = /^\[stdin\]:(\d+)/m.exec(stderr)?.[1] ?? /:(\d+)/.exec(stderr)?.[1] ?? "1";
  return [{ severity: "error", code, line: Number(line), message, blocks: true }];
}
