import { describe, expect, test } from "vitest";
import { checkSyntax, createParsers } from "../../runtime/syntax/mod.ts";
import { syntaxDeps } from "./fixtures.ts";

const check = (path: string, before: string | null, after: string) => checkSyntax({ path, before, after }, syntaxDeps);

describe("what decides", () => {
  test("a grammar's error in a new file leaves the verdict to the scan", async () => {
    expect(await check("a.go", null, "package a\nfunc f() { x := }\n")).toEqual({ kind: "ok", check: "lexical" });
    expect(await check("a.go", null, "package a\nfunc f() { x := (1 }\n")).toEqual({
      kind: "invalid",
      check: "lexical",
      line: 2,
      column: 20,
      found: "}",
      expected: ")",
      opener: { text: "(", line: 2 },
      message: 'line 2: "}" where ")" must close "("',
    });
  });

  test("an edit of what the grammar could read before is refused for the grammar's error", async () => {
    expect(await check("a.go", "package a\nfunc f() { x := 1 }\n", "package a\nfunc f() { x := }\n")).toEqual(
      expect.objectContaining({ kind: "invalid", check: "parser", line: 2 }),
    );
  });

  test("an edit of what the grammar could not read before is left to the scan", async () => {
    const odd = "package a\nfunc f() { x := }\n";
    expect(await check("a.go", odd, `${odd}func g() { y := }\n`)).toEqual({ kind: "ok", check: "lexical" });
    expect(await check("a.go", odd, `${odd}func g() { ( }\n`)).toEqual(
      expect.objectContaining({ kind: "invalid", check: "lexical", line: 3, found: "}" }),
    );
  });

  test("what was broken in the same way before is refused and marked", async () => {
    const before = "int f() {\n  return (1;\n}\n";
    expect(await check("a.c", before, `// note\n${before}`)).toEqual({
      kind: "invalid",
      check: "lexical",
      line: 4,
      column: 1,
      found: "}",
      expected: ")",
      opener: { text: "(", line: 3 },
      message: 'line 4: "}" where ")" must close "(" of line 3',
      preExisting: true,
    });
    expect(await check("a.json", '{"a": 1,}', '{"b": 2, "a": 1,}')).toEqual(
      expect.objectContaining({ preExisting: true }),
    );
    const twice = await check("a.json", '{"a": 1, "b": [2,]}', '{"a": [1,], "b": [2,]}');
    expect(twice).toEqual(expect.not.objectContaining({ preExisting: true }));
    const earlier = await check("a.c", before, `int g() {\n  return (2;\n}\n${before}`);
    expect(earlier).toEqual(expect.not.objectContaining({ preExisting: true }));
    expect(await check("a.json", '{"a": 1,}', '{"a": }')).not.toHaveProperty("preExisting");
  });

  test("without grammars every language of a grammar is scanned", async () => {
    const none = { parsers: createParsers(null) };
    const request = { path: "a.rs", before: "fn f() {}", after: "fn f<'a>() { let c = '{'; }" };
    expect(await checkSyntax(request, none)).toEqual({ kind: "ok", check: "lexical" });
    expect(await checkSyntax({ ...request, after: "fn f() { let c = {'; }" }, none)).toEqual(
      expect.objectContaining({ kind: "invalid", check: "lexical" }),
    );
  });

  test("JSON with comments stays what it was, by name or by what the file already holds", async () => {
    const commented = '{ // why\n  "a": 1,\n}';
    for (const path of ["tsconfig.json", "x/jsconfig.json", ".vscode/a.json", "a.jsonc", "tsconfig.app.json"]) {
      expect(await check(path, null, commented)).toEqual({ kind: "ok", check: "parser" });
    }
    expect(await check("a.json", null, commented)).toEqual(expect.objectContaining({ kind: "invalid", line: 1 }));
    expect(await check("a.json", commented, commented.replace("1", "2"))).toEqual({ kind: "ok", check: "parser" });
    expect(await check("a.json", '{ "a": 1 }', commented)).toEqual(expect.objectContaining({ kind: "invalid" }));
  });

  test("Flow in a .js file and a template in a .yaml file are not called wrong", async () => {
    const flow = "// @flow strict\nfunction f(x: ?string = 1, ...y: Array<{| +a: *, ... |}>): %checks { return x; }\n";
    expect(await check("a.js", null, flow)).toEqual({ kind: "unchecked" });
    for (const typed of ["let x: string = 1;", "function f(a?: T) {}", "interface A {}", "enum A {}", "let y = x!;"]) {
      expect([typed, await check("a.js", null, typed)]).toEqual([typed, { kind: "unchecked" }]);
    }
    const plain = "class A extends B { static #x = null; async *f(a = 1, ...b) { return this?.x ?? void 0; } }\n";
    expect(await check("a.js", null, plain)).toEqual({ kind: "ok", check: "parser" });
    expect(await check("a.yaml", null, "{{ if .a }}\na: 1\n{{ end }}\n")).toEqual({ kind: "unchecked" });
    const workflow = `run: \${{ a }}\nbad: [1\n`;
    expect(await check("a.yaml", null, workflow)).toEqual(expect.objectContaining({ kind: "invalid" }));
  });

  test("nesting deeper than a parser's stack is no error, and the verdict says who looked", async () => {
    const scanned = { kind: "ok", check: "lexical" };
    const nobody = (name: string) => ({
      kind: "unchecked",
      parserFailure: `the text is nested too deep for the parser of ${name}; nobody looked at it`,
    });
    const expected = {
      "a.ts": scanned,
      "a.js": scanned,
      "a.tsx": nobody("tsx"),
      "a.json": { kind: "ok", check: "parser" },
      "a.yaml": nobody("yaml"),
      "a.toml": nobody("toml"),
      "a.py": scanned,
      "a.rs": scanned,
      "a.kt": scanned,
    };
    for (const [path, verdict] of Object.entries(expected)) {
      for (const depth of [2_000, 30_000]) {
        const text = `${path === "a.toml" ? "a = " : ""}${"[".repeat(depth)}${"]".repeat(depth)}\n`;
        expect([path, await check(path, null, text)]).toEqual([path, verdict]);
        expect([path, await check(path, text, text)]).toEqual([path, verdict]);
      }
    }
    expect(await check("a.yaml", null, `${"- ".repeat(30_000)}a\n`)).toEqual(nobody("yaml"));
    expect(await check("a.json", "{}", `${"[".repeat(30_000)}}`)).toMatchObject({ kind: "invalid", check: "lexical" });
  });

  test("CSS in brackets in brackets is read once, and 16 kB of them by the scan", async () => {
    const css = (depth: number) => `a{b:${"(".repeat(depth)}${")".repeat(depth)}}\n`;
    expect(await check("a.css", "a{}\n", css(50))).toEqual({ kind: "ok", check: "parser" });
    expect(await check("a.css", "a{}\n", css(8_000))).toEqual({ kind: "ok", check: "lexical" });
    expect(await check("a.css", "a{}\n", "a{b:c}\n/* ".repeat(8_000))).toMatchObject({
      kind: "invalid",
      found: "end of file",
    });
  });

  test("a text of errors alone is judged in bounded time", async () => {
    for (const path of ["a.py", "a.rs", "a.css", "a.sh", "a.rb", "a.c", "a.ts"]) {
      const before = "";
      const started = Date.now();
      await check(path, before, "({[<'\"`$)}]/*:\n".repeat(400));
      expect([path, Date.now() - started < 4_000]).toEqual([path, true]);
    }
  });
});
