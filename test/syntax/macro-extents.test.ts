import { describe, expect, test } from "vitest";
import { createFileGrammars } from "../../adapters/grammars/files.ts";
import { createParsers, findSymbol } from "../../runtime/syntax/mod.ts";

const deps = { parsers: createParsers(createFileGrammars()) };

async function extentOf(path: string, text: string, symbol: string): Promise<string> {
  const found = await findSymbol({ path, text, symbol }, deps);
  if (found.kind !== "found") return found.kind;
  const piece = text.slice(found.symbol.start, found.symbol.end);
  return found.symbol.isShared ? `shared: ${piece}` : piece;
}

describe("C and C++ with macros, which the grammar does not expand", () => {
  const cases: readonly (readonly [text: string, symbol: string, extent: string])[] = [
    ["QT_BEGIN\n\nclass A { int x; };\n\nQT_END\n\nvoid g() {}\n", "g", "void g() {}"],
    ["BEGIN_DECLS\n\nint f(void) { return 1; }\n\nEND_DECLS\n", "f", "int f(void) { return 1; }"],
    ["FOO_BEGIN\nvoid f() { }\nFOO_END\nvoid g() { }\n", "g", "void g() { }"],
    ["class Foo {\n  SKIP_ME\n  int f() { return 1; }\n};\n", "Foo.f", "int f() { return 1; }"],
    [
      "class X Foo : public Bar {\n  Q_OBJECT\n public:\n  void f() { if (a) { b(); } }\n  void g() {}\n};\n",
      "Foo.f",
      "void f() { if (a) { b(); } }",
    ],
    ["BOOL\nf(void)\n{\n  return 1;\n}\n", "f", "BOOL\nf(void)\n{\n  return 1;\n}"],
    [
      "template <class T>\nstatic inline\nint f(T a)\n{\n}\n",
      "f",
      "template <class T>\nstatic inline\nint f(T a)\n{\n}",
    ],
    ["#ifdef A\nint f(int a) {\n#else\nint f(long a) {\n#endif\n  return a;\n}\n", "f", "broken"],
    ["#ifdef A\nvoid f(int a) {\n  a();\n#else\nvoid f(void) {\n#endif\n  b();\n}\n", "f", "broken"],
    ["int f(int a)\n#ifdef A\n{\n  x();\n}\n#else\n{\n  y();\n}\n#endif\n", "f", "broken"],
    ["int foo(a, b)\n  int a;\n  int b;\n{\n  return a;\n}\n", "foo", "broken"],
    ["EXPORT_API(int) f(int a) { return 1; }\n", "f", "broken"],
    ["void f() {\n#ifdef A\n  a();\n#endif\n}\n", "f", "void f() {\n#ifdef A\n  a();\n#endif\n}"],
  ];
  for (const [text, symbol, extent] of cases) {
    test(`${symbol} of ${JSON.stringify(text.slice(0, 40))} takes nothing else along`, async () => {
      expect(await extentOf("a.cpp", text, symbol)).toBe(extent);
    });
  }
});

describe("a declaration of several names", () => {
  const cases: readonly (readonly [path: string, text: string, symbol: string])[] = [
    ["a.c", "static int a, b = 2;\n", "a"],
    ["a.go", "package p\n\nvar (\n\ty, z = f()\n)\n", "y"],
    ["A.java", "class A {\n  int a, b = 2;\n}\n", "A.a"],
    ["a.cs", "class A {\n  int a, b = 2;\n}\n", "A.a"],
    ["a.php", "<?php\nclass A {\n  public $a, $b = 1;\n}\n", "A.a"],
    ["a.py", "a = b = 1\n", "a"],
    ["a.ts", "export const a = 1,\n  b = 2;\n", "a"],
  ];
  for (const [path, text, symbol] of cases) {
    test(`${path}: is told as shared, so that no text for one name takes the others away`, async () => {
      expect(await extentOf(path, text, symbol)).toMatch(/^shared: /);
    });
  }
});
