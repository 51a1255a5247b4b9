import type { Grammars } from "../../runtime/ports/mod.ts";
import type { GrammarUrls } from "./url.ts";

/** Grammar adapters by name; each loads on first use. */
export const GRAMMARS = [
  { name: "files", load: async (): Promise<Grammars> => (await import("./files.ts")).createFileGrammars() },
  {
    name: "url",
    load: async (urls: GrammarUrls): Promise<Grammars> => (await import("./url.ts")).createUrlGrammars(urls),
  },
] as const;
