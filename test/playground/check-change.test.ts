import { describe, expect, test } from "vitest";
import { createFileGrammars } from "../../adapters/grammars/files.ts";
import { type CheckedChange, type CheckRequest, checkChange } from "../../playground/src/checks/check-change.ts";
import { createToolBox } from "../../playground/src/checks/checker-tools.ts";
import { loadModule, remembered } from "../../playground/src/checks/load-module.ts";
import type { ModuleName } from "../../playground/src/checks/modules.ts";

const source = remembered(createFileGrammars());
const toolsFor = createToolBox(source);

function check(path: string, before: string | null, after: string, more: Partial<CheckRequest> = {}) {
  const request: CheckRequest = { path, before, after, modules: [], typescript: "off", files: [], ...more };
  return checkChange(request, { toolsFor, timeoutMs: 60_000 });
}

const states = (list: CheckedChange["after"]) =>
  list?.map(({ state, code, line, otherLine }) => [state, code, line, otherLine]) ?? null;

/** The reason for silence, or how many findings are new. */
const outcomeOf = ({ outcome }: CheckedChange) =>
  outcome.kind === "unchecked" ? outcome.reason : [outcome.block.checker, outcome.block.new_count];

const PYTHON = "import os\n\n\ndef f():\n    return 1\n";

describe("a change as the checkers of a page see it", () => {
  test("a finding that moved is linked to its old self, a new one to nobody, a mended one is gone", async () => {
    const result = await check(
      "a.json",
      '{"x": 1,\n"x": 2,\n"z": 1,\n"z": 2}\n',
      '{\n"x": 1,\n"x": 2,\n"y": 1,\n"y": 2}\n',
    );
    expect(outcomeOf(result)).toEqual(["json", 1]);
    expect(states(result.before)).toEqual([
      ["same", "DuplicateKey", 2, 3],
      ["mended", "DuplicateKey", 4, undefined],
    ]);
    expect(states(result.after)).toEqual([
      ["same", "DuplicateKey", 3, 2],
      ["new", "DuplicateKey", 5, undefined],
    ]);
  });

  test("what the mending of a syntax error uncovers is not called new", async () => {
    const result = await check("a.json", '{"x": 1,\n"x": 2,\n"y": }\n', '{"x": 1,\n"x": 2,\n"y": 3}\n');
    expect([outcomeOf(result), states(result.after)]).toEqual([
      ["json", 0],
      [["uncovered", "DuplicateKey", 2, undefined]],
    ]);
  });

  test("a new file has no side before, and all that is found in it is new", async () => {
    const result = await check("a.json", null, '{"x": 1, "x": 2}');
    expect([result.before, states(result.after)]).toEqual([null, [["new", "DuplicateKey", 1, undefined]]]);
    expect(result.outcome).toMatchObject({ block: { baseline: "unavailable" } });
  });

  test("each kind of silence has its reason, and neither side is called clean", async () => {
    const silent = async (path: string) => {
      const result = await check(path, "x", "y");
      return [outcomeOf(result), result.before, result.after, result.missing];
    };
    expect(await silent("a.txt")).toEqual(["no_checker", null, null, []]);
    expect(await silent("a.js")).toEqual(["missing", null, null, []]);
    expect(await silent("a.sh")).toEqual(["missing", null, null, ["sh-syntax"]]);
    expect(await silent("a.ts")).toEqual(["no_checker", null, null, []]);
    expect(await silent("a.jsx")).toEqual(["unjudged", null, null, ["typescript"]]);
    expect(await silent("a.go")).toEqual(["unjudged", null, null, ["grammar-go"]]);
    expect(await silent("a.py")).toEqual(["unjudged", null, null, ["ruff", "grammar-python"]]);
    // Asked once more the answer is the same: nothing remembers that it was not there.
    expect(await silent("a.sh")).toEqual(["missing", null, null, ["sh-syntax"]]);
  });

  test("a module that was loaded checks, with the project's configuration, and is missed no more", async () => {
    const modules: readonly ModuleName[] = ["ruff"];
    await loadModule("ruff", source);
    const after = `${PYTHON}print(undefined_name)\n`;
    const result = await check("a.py", PYTHON, after, { modules });
    expect([outcomeOf(result), result.missing]).toEqual([["ruff-wasm", 1], []]);
    expect(states(result.after)).toEqual([
      ["same", "F401", 1, 1],
      ["new", "F821", 6, undefined],
    ]);
    const config = { path: "ruff.toml", bytes: new TextEncoder().encode('[lint]\nselect = ["F401"]\n') };
    expect(outcomeOf(await check("a.py", PYTHON, after, { modules, files: [config] }))).toEqual(["ruff-wasm", 0]);
  });

  const of = async (path: string, before: string, after: string, name: ModuleName) =>
    outcomeOf(await check(path, before, after, { modules: [name], typescript: "syntax" }));

  test("so does the shell's parser, and a grammar", async () => {
    expect(await of("a.sh", "echo 1\n", "if true; then\n", "sh-syntax")).toEqual(["sh-syntax", 1]);
    expect(await of("a.go", "package a\n", "package a\nfunc (\n", "grammar-go")).toEqual([expect.any(String), 1]);
    expect(await of("a.sh", "echo 1\n", "echo 2\n", "sh-syntax")).toEqual(["sh-syntax", 0]);
  });

  test("so does TypeScript's parser", async () => {
    expect(await of("a.tsx", "let a = 1;\n", "let a = ;\n", "typescript")).toEqual(["typescript-syntax", 1]);
  });

  test("a module that this page does not carry says so when it is loaded", async () => {
    await expect(loadModule("grammar-bash", { ...source, grammar: async () => null })).rejects.toThrow("grammar-bash");
  });
});
