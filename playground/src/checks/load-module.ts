import type { GrammarName, Grammars } from "../../../runtime/ports/mod.ts";
import type { ModuleName } from "./modules.ts";

/** Brings a module onto the machine, so that the checks that follow find it at once. Rejects when it is not to be had. */
export async function loadModule(name: ModuleName, source: Grammars): Promise<void> {
  if (name === "typescript") {
    await import("typescript");
    return;
  }
  if (name === "ruff" || name === "sh-syntax") {
    found(name, await source.checker?.(name));
    return;
  }
  // By the type of the names this is what stands behind the dash.
  const grammar = name.slice("grammar-".length) as GrammarName;
  await source.parser();
  found(name, await source.grammar(grammar));
}

function found(name: ModuleName, bytes: Uint8Array | null | undefined): void {
  if (bytes === null || bytes === undefined) throw new Error(`this page carries no ${name}`);
}

/** Each file is fetched once; one that could not be had is tried again. */
export function remembered(source: Grammars): Grammars {
  const kept = new Map<string, Promise<Uint8Array | null>>();
  const once = async <Bytes extends Uint8Array | null>(name: string, load: () => Promise<Bytes>): Promise<Bytes> => {
    const known = kept.get(name);
    // What is kept under a name was loaded by the same function.
    if (known !== undefined) return known as Promise<Bytes>;
    const started = load();
    kept.set(name, started);
    started.catch(() => kept.delete(name));
    return started;
  };
  return {
    parser: () => once("parser", () => source.parser()),
    grammar: (name) => once(`grammar-${name}`, () => source.grammar(name)),
    checker: (name) => once(name, async () => (await source.checker?.(name)) ?? null),
  };
}
