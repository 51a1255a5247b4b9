/**
 * Warm cost of a check and of a lookup on files of about 1,000 lines, per language:
 *
 *     npm run bench:syntax                      on Bun, Deno and Node
 *     bun test/bench/syntax.ts [FILE...]
 *
 * `check` is an edit that parses, another one in each run, after the text before was read; `broken` is one that does not;
 * `symbols` lists every declaration. Median and best of the runs after the first three, in milliseconds of processor time, so that other
 * work on the machine does not count; `load` is the first call. Without files the fixtures are repeated: each line of
 * those holds several constructs, which makes them slower than code as people write it.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";
import { createFileGrammars } from "../../adapters/grammars/files.ts";
import { checkSyntax, createParsers, findSymbol } from "../../runtime/syntax/mod.ts";
import { validFiles, validLanguages } from "../syntax/fixtures.ts";

const LINES = 1000;
const RUNS = 25;
const BREAKAGE: Readonly<Record<string, string>> = {
  json: "{,",
  yaml: "\na: [",
  toml: "\n= 1",
  python: "\nx = = 1\n",
  css: "\n}",
};

const deps = { parsers: createParsers(createFileGrammars()) };
const rows: Record<string, Record<string, string | number>> = {};

for (const { language, path, text } of inputs()) {
  const request = { path, before: text, after: `${text}\n` };
  const started = performance.now();
  const verdict = await checkSyntax(request, deps);
  const load = performance.now() - started;
  const broken = { ...request, after: text + (BREAKAGE[language] ?? "\n)") };
  const check = await timed((at) => checkSyntax({ ...request, after: text + "\n".repeat(2 + (at % 5)) }, deps));
  const refused = await timed(() => checkSyntax(broken, deps));
  const symbols = await timed(() => findSymbol({ path, text, symbol: "no such symbol" }, deps));
  rows[language] = {
    lines: text.split("\n").length,
    verdict: verdict.kind === "ok" ? verdict.check : verdict.kind,
    load: Math.round(load),
    ...column("check", check),
    ...column("broken", refused),
    ...column("symbols", symbols),
  };
}
console.table(rows);

function inputs(): { language: string; path: string; text: string }[] {
  const files = process.argv.slice(2);
  if (files.length === 0) return validLanguages().map((language) => ({ language, ...longFile(language) }));
  return files.map((path) => ({ language: basename(path), path, text: readFileSync(path, "utf8") }));
}

/** The fixtures of a language, one after the other, until there are about 1,000 lines. Each keeps its own syntax whole. */
function longFile(language: string): { path: string; text: string } {
  const files = validFiles(language).filter(({ text }) => !/^#!|^__END__|^\{\{|__halt|^%YAML/m.test(text));
  const [first] = [...files].sort((one, other) => other.text.length - one.text.length);
  if (first === undefined) throw new Error(`no fixture for ${language}`);
  const piece = first.text.trimEnd();
  const times = Math.ceil(LINES / piece.split("\n").length);
  return { path: first.path, text: repeated(language, piece, times) };
}

function repeated(language: string, piece: string, times: number): string {
  if (language === "json") return `[${Array(times).fill(piece).join(",\n")}]`;
  if (language === "yaml") return Array(times).fill(piece).join("\n---\n");
  if (language === "toml")
    return Array.from({ length: LINES }, (_, at) => `key_${at} = { a = ${at}, b = ["x", 'y'] }`).join("\n");
  if (language === "php")
    return `<?php\n${Array(times)
      .fill(piece.replace(/^<\?php\s*(?:declare[^\n]*)?/, ""))
      .join("\n")}`;
  if (language === "go")
    return (
      piece.replace(/^package[^\n]*/m, (head) => head) +
      `\n${Array(times - 1)
        .fill(bodyOfGo(piece))
        .join("\n")}`
    );
  return Array(times).fill(piece).join("\n");
}

/** Go's package clause and imports stand once. */
function bodyOfGo(piece: string): string {
  return piece.slice(piece.search(/^(?:const|type|func|var) /m));
}

async function timed(run: (at: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < RUNS; at += 1) {
    const started = process.cpuUsage();
    await run(at);
    const { user, system } = process.cpuUsage(started);
    times.push((user + system) / 1000);
  }
  return times.slice(3).sort((one, other) => one - other);
}

function column(name: string, times: readonly number[]): Record<string, number> {
  const round = (value: number | undefined) => Number((value ?? 0).toFixed(1));
  return { [name]: round(times[times.length >> 1]), [`${name} best`]: round(times[0]) };
}
