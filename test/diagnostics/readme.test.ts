import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHECKERS, type Checker } from "../../runtime/diagnostics/mod.ts";
import { mistakes } from "./corpus.ts";

const HOSTS: Readonly<Record<Checker["needs"], string>> = {
  nothing: "all, pages too",
  grammars: "all, pages too",
  "a program in PATH": "Bun, Deno, Node, with the program in PATH",
  "a worker": "Bun, Deno, Node",
};

/** The table as it must stand in the README; the mistakes are those that the corpus shows it to find. */
function table(): string[] {
  const all = mistakes().flatMap(({ cases }) => cases);
  const rows = CHECKERS.map(({ name, extensions, needs, finds }) => {
    const seen = all.flatMap(({ mistake, found }) => ((found[name]?.length ?? 0) > 0 ? [mistake] : []));
    const such = seen.length === 0 ? "" : `: ${[...new Set(seen)].join(", ")}`;
    return `| ${extensions.map((one) => `\`.${one}\``).join(" ")} | \`${name}\` | ${HOSTS[needs]} | ${finds}${such} |`;
  });
  return ["| extension | checker | host | what is found |", "| --- | --- | --- | --- |", ...rows];
}

test("the README's table of checkers is the one of the registry and the corpus", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const [, after = ""] = readme.split("<!-- checkers -->\n");
  const shown = after.slice(0, after.indexOf("\n\n")).split("\n");
  expect(shown.join("\n")).toBe(table().join("\n"));
});
