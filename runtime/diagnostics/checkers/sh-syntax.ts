import type { Checker, CheckerFinding, CheckerTools, Judge } from "../types.ts";
import { isForeignScript } from "./foreign-script.ts";

export const shSyntax: Checker = {
  name: "sh-syntax",
  extensions: ["sh", "bash"],
  needs: "grammars",
  finds: "the first syntax error",
  async open({ path, after }, { grammars }, budget) {
    if (isForeignScript(path, after)) return async () => null;
    const parse = await budget.load(() => processor(grammars));
    return parse === null ? "missing" : judge(parse);
  },
};

type Parse = (text: string, options: { readonly filepath: string; readonly print: false }) => Promise<unknown>;

function judge(parse: Parse): Judge {
  return async (text) => {
    try {
      await parse(text, { filepath: "script.sh", print: false });
      return [];
    } catch (error) {
      return findingsOf(error);
    }
  };
}

/** @returns null for a failure that is no parse error. */
function findingsOf(error: unknown): CheckerFinding[] | null {
  if (!(error instanceof Error) || !("Pos" in error)) return null;
  const { Pos: position, message } = error;
  const line = isPosition(position) ? position.Line : 1;
  return [{ severity: "error", code: "SyntaxError", line, message, blocks: true }];
}

function isPosition(value: unknown): value is { readonly Line: number } {
  return typeof value === "object" && value !== null && "Line" in value && typeof value.Line === "number";
}

const loaded = new WeakMap<object, Promise<Parse | null>>();

/** Compiled once for each source of modules; a failure is tried again. */
function processor(grammars: CheckerTools["grammars"]): Promise<Parse | null> {
  if (!grammars?.checker) return Promise.resolve(null);
  const known = loaded.get(grammars);
  if (known) return known;
  const started = load(grammars.checker);
  loaded.set(grammars, started);
  started.catch(() => loaded.delete(grammars));
  return started;
}

async function load(checker: (name: "sh-syntax") => Promise<Uint8Array | null>): Promise<Parse | null> {
  const bytes = await checker("sh-syntax");
  if (bytes === null) return null;
  const module = await WebAssembly.compile(new Uint8Array(bytes));
  // Brings the support code of the module, as a global.
  await import("sh-syntax/vendors/wasm_exec");
  const { getProcessor } = await import("sh-syntax");
  return getProcessor((imports: WebAssembly.Imports) => WebAssembly.instantiate(module, imports));
}
