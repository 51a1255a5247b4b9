import { bash } from "./languages/bash.ts";
import { c } from "./languages/c.ts";
import { csharp } from "./languages/csharp.ts";
import { css } from "./languages/css.ts";
import { dart } from "./languages/dart.ts";
import { go } from "./languages/go.ts";
import { java } from "./languages/java.ts";
import { javascript } from "./languages/javascript.ts";
import { kotlin } from "./languages/kotlin.ts";
import { php } from "./languages/php.ts";
import { python } from "./languages/python.ts";
import { ruby } from "./languages/ruby.ts";
import { rust } from "./languages/rust.ts";
import { scala } from "./languages/scala.ts";
import { swift } from "./languages/swift.ts";
import type { LexicalRules } from "./types.ts";

/** Rules by language. */
export const LEXICAL_RULES = {
  bash,
  c,
  csharp,
  css,
  dart,
  go,
  java,
  javascript,
  kotlin,
  php,
  python,
  ruby,
  rust,
  scala,
  swift,
} as const satisfies Readonly<Record<string, LexicalRules>>;

export type LexicalLanguage = keyof typeof LEXICAL_RULES;
