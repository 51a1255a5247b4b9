import type { GrammarName, Grammars } from "../../runtime/ports/mod.ts";

/** Grammar adapters by name; each loads on first use. */
export const GRAMMARS = [
  { name: "files", load: async (): Promise<Grammars> => (await import("./files.ts")).createFileGrammars() },
  {
    name: "url",
    load: async (urls: UrlGrammars): Promise<Grammars> => (await import("./url.ts")).createUrlGrammars(urls),
  },
] as const;

interface UrlGrammars {
  readonly parser: string;
  readonly grammars: Readonly<Partial<Record<GrammarName, string>>>;
}
