import type { GrammarName } from "../../ports/mod.ts";
import { bash } from "./languages/bash.ts";
import { cpp } from "./languages/cpp.ts";
import { csharp } from "./languages/csharp.ts";
import { go } from "./languages/go.ts";
import { java } from "./languages/java.ts";
import { php } from "./languages/php.ts";
import { python } from "./languages/python.ts";
import { ruby } from "./languages/ruby.ts";
import { rust } from "./languages/rust.ts";
import { typescript } from "./languages/typescript.ts";
import type { SymbolLanguage } from "./types.ts";

/** What declares something in the trees of each grammar. */
export const SYMBOL_LANGUAGES: Readonly<Partial<Record<GrammarName, SymbolLanguage>>> = {
  bash,
  "c-sharp": csharp,
  cpp,
  go,
  java,
  javascript: typescript,
  php,
  python,
  ruby,
  rust,
  tsx: typescript,
  typescript,
};
