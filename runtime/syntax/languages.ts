import type { GrammarName } from "../ports/mod.ts";
import type { LexicalLanguage } from "./lexical/registry.ts";

/** How one language is checked and searched. */
export interface Language {
  readonly name: string;
  /** Lower case, without the dot. */
  readonly extensions: readonly string[];
  /** Whole file names, as they are written. */
  readonly fileNames?: readonly string[];
  readonly check: "json" | "yaml" | "toml" | "typescript" | "grammar" | "lexical";
  /** Gives symbols, and syntax where `check` is "grammar". */
  readonly grammar?: GrammarName;
  readonly lexical?: LexicalLanguage;
}

/** One entry per language; the first whose file name or extension fits decides. */
export const LANGUAGES = [
  { name: "json", extensions: ["json", "jsonc", "code-workspace"], check: "json" },
  { name: "yaml", extensions: ["yaml", "yml"], check: "yaml" },
  { name: "toml", extensions: ["toml"], check: "toml" },
  {
    name: "typescript",
    extensions: ["ts", "mts", "cts"],
    check: "typescript",
    grammar: "typescript",
    lexical: "javascript",
  },
  { name: "tsx", extensions: ["tsx"], check: "typescript", grammar: "tsx" },
  {
    name: "javascript",
    extensions: ["js", "mjs", "cjs", "jsx"],
    check: "typescript",
    grammar: "javascript",
    lexical: "javascript",
  },
  { name: "python", extensions: ["py", "pyi", "pyw"], check: "grammar", grammar: "python", lexical: "python" },
  { name: "go", extensions: ["go"], check: "grammar", grammar: "go", lexical: "go" },
  { name: "rust", extensions: ["rs"], check: "grammar", grammar: "rust", lexical: "rust" },
  { name: "java", extensions: ["java"], check: "grammar", grammar: "java", lexical: "java" },
  { name: "csharp", extensions: ["cs"], check: "grammar", grammar: "c-sharp", lexical: "csharp" },
  { name: "php", extensions: ["php", "phtml"], check: "grammar", grammar: "php", lexical: "php" },
  {
    name: "ruby",
    extensions: ["rb", "rake", "gemspec"],
    fileNames: ["Gemfile", "Rakefile"],
    check: "grammar",
    grammar: "ruby",
    lexical: "ruby",
  },
  { name: "bash", extensions: ["sh", "bash"], check: "grammar", grammar: "bash", lexical: "bash" },
  { name: "css", extensions: ["css"], check: "grammar", grammar: "css", lexical: "css" },
  { name: "c", extensions: ["c", "h"], check: "lexical", grammar: "cpp", lexical: "c" },
  {
    name: "cpp",
    extensions: ["cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "ipp", "inl", "tpp"],
    check: "lexical",
    grammar: "cpp",
    lexical: "c",
  },
  { name: "kotlin", extensions: ["kt", "kts"], check: "lexical", lexical: "kotlin" },
  { name: "swift", extensions: ["swift"], check: "lexical", lexical: "swift" },
  { name: "scala", extensions: ["scala", "sc", "sbt"], check: "lexical", lexical: "scala" },
  { name: "dart", extensions: ["dart"], check: "lexical", lexical: "dart" },
] as const satisfies readonly Language[];

export type LanguageName = (typeof LANGUAGES)[number]["name"];

/** Shells and test languages whose grammar is another one, though their scripts are named `.sh`. */
const FOREIGN_SHELL = /^#![^\n]*\b(?:zsh|fish|csh|tcsh|ksh|elvish|nu|bats)\b/;

/** @param text Only its first line counts: a script may name a language that its path does not. */
export function languageOf(path: string, text: string): (Language & { readonly name: LanguageName }) | null {
  const fileName = path.slice(path.lastIndexOf("/") + 1);
  const dot = fileName.lastIndexOf(".");
  const extension = dot < 0 ? "" : fileName.slice(dot + 1).toLowerCase();
  const fits = (language: Language) =>
    language.fileNames?.includes(fileName) || (extension !== "" && language.extensions.includes(extension));
  const found = LANGUAGES.find(fits) ?? null;
  return found?.name === "bash" && FOREIGN_SHELL.test(text) ? null : found;
}
