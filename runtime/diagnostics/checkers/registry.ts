import type { Checker, CheckerSettings } from "../types.ts";
import { bash } from "./bash.ts";
import { csharp } from "./csharp.ts";
import { css } from "./css.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { json } from "./json.ts";
import { jsx } from "./jsx.ts";
import { nodeCheck } from "./node-check.ts";
import { php } from "./php.ts";
import { pythonGrammar } from "./python-grammar.ts";
import { ruby } from "./ruby.ts";
import { ruff } from "./ruff.ts";
import { ruffWasm } from "./ruff-wasm.ts";
import { rust } from "./rust.ts";
import { shSyntax } from "./sh-syntax.ts";
import { toml } from "./toml.ts";
import { typescriptProject } from "./typescript-project.ts";
import { typescriptSyntax } from "./typescript-syntax.ts";
import { yaml } from "./yaml.ts";

/** Of those for one extension the first that the host has is asked. */
export const CHECKERS: readonly Checker[] = [
  ruff,
  ruffWasm,
  pythonGrammar,
  nodeCheck,
  jsx,
  json,
  yaml,
  toml,
  bash,
  shSyntax,
  css,
  go,
  rust,
  java,
  csharp,
  php,
  ruby,
  typescriptSyntax,
  typescriptProject,
];

/** Those that are on for the file, by its extension alone. */
export function checkersFor(path: string, settings: CheckerSettings): readonly Checker[] {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase();
  if (extension === undefined) return [];
  return CHECKERS.filter(({ extensions, isOn }) => extensions.includes(extension) && (isOn?.(settings) ?? true));
}
