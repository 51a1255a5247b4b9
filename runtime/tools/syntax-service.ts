import type { Grammars } from "../ports/mod.ts";
import type { SymbolOutcome, SymbolQuery, SyntaxRequest, SyntaxVerdict } from "../syntax/mod.ts";

/** What the tools ask of parsers. */
export interface SyntaxService {
  check(request: SyntaxRequest): Promise<SyntaxVerdict>;
  find(query: SymbolQuery): Promise<SymbolOutcome>;
}

/**
 * Loads nothing before the first question, and then once.
 *
 * @param grammars `null` on a host that carries none: what a grammar would judge is then scanned.
 */
export function createSyntaxService(grammars: Grammars | null): SyntaxService {
  let loaded: ReturnType<typeof load> | undefined;
  const service = () => {
    loaded ??= load(grammars).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
  return {
    check: async (request) => (await service()).check(request),
    find: async (query) => (await service()).find(query),
  };
}

async function load(grammars: Grammars | null): Promise<SyntaxService> {
  const { checkSyntax, createParsers, findSymbol } = await import("../syntax/mod.ts");
  const deps = { parsers: createParsers(grammars) };
  return { check: (request) => checkSyntax(request, deps), find: (query) => findSymbol(query, deps) };
}
