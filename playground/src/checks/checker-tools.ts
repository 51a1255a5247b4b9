import type { CheckerTools } from "../../../runtime/diagnostics/mod.ts";
import type { Grammars } from "../../../runtime/ports/mod.ts";
import { checkSyntax, createParsers, languageOf } from "../../../runtime/syntax/mod.ts";
import { configFiles, type TreeFile } from "./config-files.ts";
import type { ModuleName } from "./modules.ts";

export const ROOT = "/project";

export interface ToolsRequest {
  readonly modules: readonly ModuleName[];
  readonly typescript: CheckerTools["settings"]["typescript"];
  readonly files: readonly TreeFile[];
}

export interface PageTools {
  readonly tools: CheckerTools;
  /** What the checkers asked for and the page has not loaded, in the order of asking. */
  readonly missing: Set<ModuleName>;
}

/**
 * The tools of a host that has these modules, and no programs. The page learns from what the checkers ask for which module
 * would help; it knows no rule about that itself. A checker that found its module keeps it: modules are added, never taken.
 */
export function createToolBox(source: Grammars | null): (request: ToolsRequest) => PageTools {
  let kept: { readonly key: string; readonly grammars: Grammars; readonly syntax: CheckerTools["syntax"] } | null =
    null;
  let missing = new Set<ModuleName>();

  function setUp(modules: ReadonlySet<ModuleName>) {
    const note = (name: ModuleName) => {
      missing.add(name);
      return null;
    };
    const grammars: Grammars = {
      parser: async () => source?.parser() ?? Promise.reject(new Error("this page carries no parser")),
      grammar: async (name) => (modules.has(`grammar-${name}`) ? (source?.grammar(name) ?? null) : null),
      checker: async (name) => (modules.has(name) ? (source?.checker?.(name) ?? null) : note(name)),
    };
    // The parser that all grammars share is a file too, so without a grammar nobody may ask for it.
    const hasGrammar = [...modules].some((name) => name.startsWith("grammar-"));
    const parsers = createParsers(hasGrammar ? grammars : null);
    const syntax: CheckerTools["syntax"] = {
      async check(request) {
        const language = languageOf(request.path, request.after);
        if (language?.check === "typescript" && !modules.has("typescript")) {
          note("typescript");
          return { kind: "unchecked" };
        }
        if (language?.check === "grammar" && language.grammar !== undefined) {
          const name: ModuleName = `grammar-${language.grammar}`;
          if (!modules.has(name)) note(name);
        }
        return checkSyntax(request, { parsers });
      },
    };
    return { grammars, syntax };
  }

  return ({ modules, typescript, files }) => {
    const key = [...modules].sort().join();
    if (kept?.key !== key) kept = { key, ...setUp(new Set(modules)) };
    // A checker remembers by this object that a host has no module; one that is asked again must be told again.
    if (missing.size > 0) kept = { ...kept, grammars: { ...kept.grammars } };
    missing = new Set();
    const { grammars, syntax } = kept;
    const fs = configFiles(ROOT, files);
    return { tools: { fs, grammars, checkers: null, syntax, settings: { typescript } }, missing };
  };
}
