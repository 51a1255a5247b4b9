import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createFileGrammars } from "../../adapters/grammars/files.ts";
import { createParsers, type SyntaxDeps } from "../../runtime/syntax/mod.ts";

/** A benchmark that Node runs is compiled into `dist/`; what it reads is not. */
const HERE = dirname(fileURLToPath(import.meta.url)).replace(/\bdist\/test\b/, "test");
const FIXTURES = join(HERE, "../fixtures/syntax");

/** One set of parsers for every test of a file: that grammars load once is part of what is tested. */
export const syntaxDeps: SyntaxDeps = { parsers: createParsers(createFileGrammars()) };

/** Names of the folders with valid code, one per language. */
export function validLanguages(): string[] {
  return readdirSync(join(FIXTURES, "valid")).sort();
}

export function validFiles(language: string): { path: string; text: string }[] {
  return readdirSync(join(FIXTURES, "valid", language), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

export function validText(language: string, file: string): string {
  return readFileSync(join(FIXTURES, "valid", language, file), "utf8");
}

/** One edit that breaks a valid file: `old`, which stands once in it, becomes `new`. */
export interface BrokenEdit {
  readonly name: string;
  readonly file: string;
  readonly old: string;
  readonly new: string;
  readonly verdict: object;
}

export function brokenEdits(): { language: string; edits: BrokenEdit[] }[] {
  return readdirSync(join(FIXTURES, "broken"))
    .sort()
    .map((name) => ({
      language: name.replace(/\.json$/, ""),
      edits: JSON.parse(readFileSync(join(FIXTURES, "broken", name), "utf8")),
    }));
}
