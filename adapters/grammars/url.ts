import type { CheckerModule, GrammarName, Grammars } from "../../runtime/ports/mod.ts";

/** Addresses of the files, as a bundler placed them. A grammar left out is one this page does without. */
export interface GrammarUrls {
  readonly parser: string;
  readonly grammars: Readonly<Partial<Record<GrammarName, string>>>;
  readonly checkers?: Readonly<Partial<Record<CheckerModule, string>>>;
}

/** Grammars over `fetch`, for pages and workers. */
export function createUrlGrammars(urls: GrammarUrls): Grammars {
  return {
    parser: () => download(urls.parser),
    grammar: async (name) => {
      const url = urls.grammars[name];
      return url === undefined ? null : download(url);
    },
    checker: async (name) => {
      const url = urls.checkers?.[name];
      return url === undefined ? null : download(url);
    },
  };
}

async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`grammar ${url}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
