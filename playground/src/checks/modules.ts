import type { CheckerModule, GrammarName } from "../../../runtime/ports/mod.ts";

/** What a checker needs and a page does not come with. */
export type ModuleName = CheckerModule | "typescript" | `grammar-${GrammarName}`;

export interface CheckerModuleFacts {
  readonly name: ModuleName;
  readonly title: string;
  /** For which files. */
  readonly checks: string;
  /** Of its files in the build; a test of the build measures them. */
  readonly bytes: number;
}

/** The parser that all grammars share, in bytes. */
export const PARSER_BYTES = 210_415;

/** Everything that loads on a button, in the order in which it is shown. */
export const MODULES: readonly CheckerModuleFacts[] = [
  { name: "ruff", title: "Ruff", checks: ".py", bytes: 10_996_532 },
  { name: "grammar-python", title: "Grammar of Python", checks: ".py, syntax alone", bytes: 457_883 + PARSER_BYTES },
  { name: "typescript", title: "TypeScript's parser", checks: ".jsx .ts .tsx .mts .cts", bytes: 3_525_357 },
  { name: "sh-syntax", title: "Shell parser", checks: ".sh .bash", bytes: 749_132 },
  { name: "grammar-css", title: "Grammar of CSS", checks: ".css", bytes: 128_668 + PARSER_BYTES },
  { name: "grammar-go", title: "Grammar of Go", checks: ".go", bytes: 217_182 + PARSER_BYTES },
  { name: "grammar-rust", title: "Grammar of Rust", checks: ".rs", bytes: 1_113_644 + PARSER_BYTES },
  { name: "grammar-java", title: "Grammar of Java", checks: ".java", bytes: 414_641 + PARSER_BYTES },
  { name: "grammar-c-sharp", title: "Grammar of C#", checks: ".cs", bytes: 5_103_332 + PARSER_BYTES },
  { name: "grammar-php", title: "Grammar of PHP", checks: ".php", bytes: 1_058_041 + PARSER_BYTES },
  { name: "grammar-ruby", title: "Grammar of Ruby", checks: ".rb", bytes: 2_106_352 + PARSER_BYTES },
];

export function titleOf(name: ModuleName): string {
  return MODULES.find((one) => one.name === name)?.title ?? name;
}

/** "11.0 MB"; MB = 1,000,000 bytes. */
export function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
