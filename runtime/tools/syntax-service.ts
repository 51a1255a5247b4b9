import type { Grammars } from "../ports/mod.ts";
import type { StringQuery, SymbolOutcome, SymbolQuery, SyntaxRequest, SyntaxVerdict } from "../syntax/mod.ts";

/** What the tools ask of parsers. */
export interface SyntaxService {
  /** Asked again at once, as a check before a write and the report after it do, it answers from memory. */
  check(request: SyntaxRequest): Promise<SyntaxVerdict>;
  find(query: SymbolQuery): Promise<SymbolOutcome>;
  stringLines(query: StringQuery): Promise<ReadonlySet<number>>;
}

/** Answers that are kept, for texts up to a length; each holds on to its texts. */
const KEPT_ANSWERS = 4;
const KEPT_LENGTH = 2_000_000;

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
  const kept: { readonly request: SyntaxRequest; readonly verdict: Promise<SyntaxVerdict> }[] = [];
  return {
    check(request) {
      const known = kept.find((answer) => isSame(answer.request, request));
      if (known) return known.verdict;
      const verdict = service().then(({ check }) => check(request));
      if (request.after.length + (request.before?.length ?? 0) > KEPT_LENGTH) return verdict;
      const answer = { request, verdict };
      kept.push(answer);
      if (kept.length > KEPT_ANSWERS) kept.shift();
      // A failure, such as a grammar that could not be loaded, is tried again.
      const forget = () => {
        if (kept.includes(answer)) kept.splice(kept.indexOf(answer), 1);
      };
      verdict.then(({ parserFailure }) => parserFailure !== undefined && forget(), forget);
      return verdict;
    },
    find: async (query) => (await service()).find(query),
    stringLines: async (query) => (await service()).stringLines(query),
  };
}

function isSame(one: SyntaxRequest, other: SyntaxRequest): boolean {
  return one.path === other.path && one.before === other.before && one.after === other.after;
}

async function load(grammars: Grammars | null): Promise<SyntaxService> {
  const { checkSyntax, createParsers, findStringLines, findSymbol } = await import("../syntax/mod.ts");
  const deps = { parsers: createParsers(grammars) };
  return {
    check: (request) => checkSyntax(request, deps),
    find: (query) => findSymbol(query, deps),
    stringLines: (query) => findStringLines(query, deps),
  };
}
