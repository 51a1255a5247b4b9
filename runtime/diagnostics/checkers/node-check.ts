import { foldersUp, readTextFile } from "../nearest-file.ts";
import { shortPath } from "../short-path.ts";
import type { Budget, Checker, CheckerFinding, CheckerTools, Subject } from "../types.ts";
import { firstRun, type ProgramEnd, runProgram } from "./program.ts";

export const nodeCheck: Checker = {
  name: "node --check",
  extensions: ["js", "mjs", "cjs"],
  needs: "a program in PATH",
  finds: "the first syntax error",
  async open(subject, tools, budget) {
    const ended = await openNode(subject, tools, budget);
    if (ended === "missing") return "missing";
    const { root, before } = subject;
    const path = shortPath(subject.path, root);
    return async (text) => {
      const findings = findingsOf(await ended(text));
      if (findings === null || !findings.some(({ message }) => UNEXPECTED.test(message))) return findings;
      // Elements, annotations and what a newer Node reads are not known to this one, and no fault of the file.
      const verdict = await tools.syntax.check({ path, before, after: text });
      return verdict.kind === "invalid" ? findings : null;
    };
  },
};

/** What a parser says of tokens that do not fit its grammar; rules that go beyond a grammar are told in other words. */
const UNEXPECTED = /^(?:Unexpected (?:token|identifier|string|number|template)|Invalid or unexpected token|missing \S)/;

/** What only a module has, at the start of a line. */
const MODULE_SYNTAX =
  /^[ \t]*(?:import\s*(?:["']|[\w$*{][^\n;]*?\bfrom\s*["']|\{)|export\s+(?:default|const|let|var|function|class|async|\*)|export\s*\{)/m;

/** How Node refuses a module that it reads as CommonJS. */
const IS_MODULE =
  /^SyntaxError: (?:await is only valid|Cannot use (?:import statement|'import\.meta') outside a module|Unexpected token 'export')/m;

async function openNode(subject: Subject, tools: CheckerTools, budget: Budget) {
  const { before, after } = subject;
  const run = (args: readonly string[]) => (stdin: string) =>
    runProgram(tools, budget, { program: "node", args, cwd: "/", stdin });
  const [asModule, asScript] = [run(["--input-type=module", "--check", "-"]), run(["--check", "-"])];
  const type = await packageType(subject, tools);
  if (type === "module") return firstRun(asModule, after);
  if (type === "commonjs") return firstRun(asScript, after);
  if (MODULE_SYNTAX.test(before ?? "") || MODULE_SYNTAX.test(after)) return firstRun(asModule, after);
  const ended = await firstRun(asScript, after);
  if (ended === "missing" || !IS_MODULE.test((await ended(after)).stderr)) return ended;
  return firstRun(asModule, after);
}

/**
 * Node reads stdin as CommonJS unless told otherwise, and then nothing in a module would ever be new: its first `import`
 * fails before and after. `.mjs` is a module, and `.js` is what the nearest package.json says. Null: that says nothing.
 */
async function packageType({ path, root }: Subject, { fs }: CheckerTools): Promise<"module" | "commonjs" | null> {
  if (/\.mjs$/i.test(path)) return "module";
  if (/\.cjs$/i.test(path)) return "commonjs";
  for (const folder of foldersUp(path, root)) {
    const text = await readTextFile(fs, folder, "package.json");
    if (text !== null) return typeIn(text);
  }
  return null;
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
