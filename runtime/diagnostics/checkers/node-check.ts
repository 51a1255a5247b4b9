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
      const end = await ended(text);
      if (end.exitCode === 0) return [];
      const fault = faultIn(end);
      if (fault === null || isNewerSyntax(fault.message, text)) return null;
      const findings = [findingOf(fault)];
      if (!UNEXPECTED.test(fault.message)) return findings;
      // Elements, annotations and what a newer Node reads are not known to this one, and no fault of the file.
      const verdict = await tools.syntax.check({ path, before, after: text });
      return verdict.kind === "invalid" ? findings : null;
    };
  },
};

/** What a parser says of tokens that do not fit its grammar; rules that go beyond a grammar are told in other words. */
const UNEXPECTED = /^(?:Unexpected (?:token|identifier|string|number|template)|Invalid or unexpected token|missing \S)/;

/** Whether a fault may only be that this Node is older than the text. */
function isNewerSyntax(message: string, text: string): boolean {
  if (/^Invalid regular expression: .*\(\?[ims]*(?:-[ims]+)?:.*: Invalid group$/.test(message)) return true;
  // Allowed in alternatives of one another.
  if (/^Invalid regular expression: .*\|.*: Duplicate capture group name$/.test(message)) return true;
  return UNEXPECTED.test(message) && /^[ \t]*import\s+(?:source|defer)\s+[\w$*]/m.test(text);
}

/** How Node refuses a module that it reads as CommonJS. */
const IS_MODULE = /^(?:Cannot use (?:import statement|'import\.meta') outside a module|Unexpected token 'export')/;

/** Where an `await` stands outside a function, the text is a module; in a function that is not async, it is a mistake. */
const NEEDS_ASYNC = /^await is only valid/;

/** How Node refuses a script that it reads as a module. */
const IS_NO_MODULE =
  /^(?:Unexpected (?:reserved word|strict mode reserved word|eval or arguments)|Illegal return statement)/;

async function openNode(subject: Subject, tools: CheckerTools, budget: Budget) {
  const { before, after } = subject;
  const run = (args: readonly string[]) => (stdin: string) =>
    runProgram(tools, budget, { program: "node", args, cwd: "/", stdin });
  const [asModule, asScript] = [run(["--input-type=module", "--check", "-"]), run(["--check", "-"])];
  const type = await packageType(subject, tools);
  if (type === "module") return firstRun(asModule, after);
  if (type === "commonjs") return firstRun(asScript, after);
  // What passes as CommonJS is that, whatever stands in its strings and comments.
  const script = await firstRun(asScript, after);
  if (script === "missing") return "missing";
  const message = faultIn(await script(after))?.message ?? "";
  if (IS_MODULE.test(message)) return firstRun(asModule, after);
  if (NEEDS_ASYNC.test(message)) {
    const module = await firstRun(asModule, after);
    if (module === "missing") return "missing";
    const isNone = IS_NO_MODULE.test(faultIn(await module(after))?.message ?? "");
    const isModule = !isNone || (before !== null && (await script(before)).exitCode !== 0);
    return isModule ? module : script;
  }
  // A fault above the first import hides that it is one.
  const wasModule = message !== "" && before !== null && IS_MODULE.test(faultIn(await script(before))?.message ?? "");
  return wasModule ? firstRun(asModule, after) : script;
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

interface Fault {
  readonly line: number;
  readonly message: string;
}

/**
 * "[stdin]:3", the line and a mark below it, then "SyntaxError: ..." and the stack. Null for anything else, such as the
 * end of Node's own stack in a text that is nested too deep.
 */
function faultIn({ exitCode, stderr }: ProgramEnd): Fault | null {
  if (exitCode === 0) return null;
  const found = /^\[stdin\]:(\d+)\r?\n[^\n]*\n(?:[ \t^]*\n)*SyntaxError: ([^\n]*)/m.exec(stderr);
  const [, line, message] = found ?? [];
  return line === undefined || message === undefined ? null : { line: Number(line), message };
}

function findingOf({ line, message }: Fault): CheckerFinding {
  return { severity: "error", code: "SyntaxError", line, message, blocks: true };
}
