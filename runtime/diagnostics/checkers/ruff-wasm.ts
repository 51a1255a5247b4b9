import type { Workspace } from "@astral-sh/ruff-wasm-web";
import { ruffConfig } from "../ruff/config.ts";
import { toFindings } from "../ruff/findings.ts";
import { namesToCodes } from "../ruff/names-to-codes.ts";
import { isIgnored } from "../ruff/per-file-ignores.ts";
import { withCause } from "../ruff/with-cause.ts";
import type { Checker, CheckerTools, ConfigFiles, Subject } from "../types.ts";

/** Ruff itself, built as WebAssembly, with the project's configuration: where there is no program of that name. */
export const ruffWasm: Checker = {
  name: "ruff-wasm",
  extensions: ["py"],
  needs: "grammars",
  finds: "what the project's configuration selects",
  async open(subject, tools, budget) {
    const library = await budget.load(() => ruffLibrary(tools.grammars));
    if (library === null) return "missing";
    const project = await configured(library, subject, tools.fs);
    if (project === null) return "not_configured";
    if (project === "excluded") return "excluded";
    const { workspace, ignored } = project;
    return async (text) => {
      const found: unknown = checked(workspace, text);
      if (!Array.isArray(found)) return null;
      const findings = await toFindings(found, "start_location");
      const counted = findings.filter(({ code }) => !isIgnored(code, ignored));
      return withCause(counted, text, subject, tools);
    };
  },
};

/** null: the configuration cannot be read, or is none for this version, so the project's rules are not known. */
async function configured(library: Library, subject: Subject, fs: ConfigFiles) {
  try {
    const { options, ignored, isExcluded } = await ruffConfig(subject, fs);
    if (isExcluded) return "excluded";
    return { ignored: await namesToCodes(ignored), workspace: workspaceFor(library, options) };
  } catch {
    return null;
  }
}

/** The workspace used last; one that is replaced is freed by the library when nobody holds it any more. */
let kept: { readonly key: string; readonly workspace: Workspace } | null = null;

function workspaceFor({ Workspace, PositionEncoding }: Library, options: object): Workspace {
  const key = JSON.stringify(options);
  if (kept?.key !== key) kept = { key, workspace: new Workspace(options, PositionEncoding.Utf16) };
  return kept.workspace;
}

function checked(workspace: Workspace, text: string): unknown {
  try {
    return workspace.check(text);
  } catch (error) {
    // The module's memory cannot be trusted after a trap.
    if (error instanceof WebAssembly.RuntimeError) isBroken = true;
    throw error;
  }
}

type Library = Pick<typeof import("@astral-sh/ruff-wasm-web"), "Workspace" | "PositionEncoding">;

/** The library keeps one module for the process, so its state is here. */
let loading: Promise<Library> | null = null;
let isBroken = false;
/** Hosts that carry the module: one that does not must not find it because another one did. */
const carriers = new WeakSet<object>();

async function ruffLibrary(grammars: CheckerTools["grammars"]): Promise<Library | null> {
  if (!grammars?.checker || isBroken) return null;
  const attempt = loading;
  try {
    if (attempt !== null && carriers.has(grammars)) return await attempt;
    const bytes = await grammars.checker("ruff");
    if (bytes === null) return null;
    carriers.add(grammars);
    loading ??= load(bytes);
    return await loading;
  } catch {
    // No text was judged yet: the next checker of the extension is asked.
    loading = null;
    return null;
  }
}

async function load(bytes: Uint8Array): Promise<Library> {
  const library = await import("@astral-sh/ruff-wasm-web");
  await library.default({ module_or_path: new Uint8Array(bytes) });
  return library;
}
