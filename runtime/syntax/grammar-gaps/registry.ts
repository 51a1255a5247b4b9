import type { LanguageName } from "../languages.ts";
import { bash } from "./bash.ts";
import { csharp } from "./csharp.ts";
import { css } from "./css.ts";
import type { Gap } from "./gap.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";

/** What each grammar of @vscode/tree-sitter-wasm 0.3.1 does not know, found by corpora of valid code. */
export const GRAMMAR_GAPS: Readonly<Partial<Record<LanguageName, readonly Gap[]>>> = {
  bash,
  csharp,
  css,
  go,
  java,
  php,
  python,
  ruby,
  rust,
};
