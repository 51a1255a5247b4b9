import { type DoorCase, edits, refuses } from "../door-case.ts";

const PY = "class A:\n    def f(self):\n        return 1\n\n\nclass B:\n    def f(self):\n        return 2\n";
const TS = "export class A {\n  f(): number {\n    return 1;\n  }\n}\n";
const KT = "fun a() {\n    b(1)\n}\n\nfun b(n: Int) {\n}\n";

export const symbolCases: readonly DoorCase[] = [
  {
    id: "replace_symbol replaces a declaration by its name",
    files: { "a.py": PY, "a.ts": TS, "a.kt": KT },
    steps: [
      edits(
        { path: "a.py", symbol: "B.f", new_text: "def f(self):\n    return 3\n", dry_run: true },
        {},
        { dry_run: true, extent: "parser" },
      ),
      edits(
        { path: "a.py", symbol: "B.f", new_text: "def f(self):\n    return 3\n" },
        { "a.py": PY.replace("return 2", "return 3") },
        { command: "replace_symbol", extent: "parser" },
      ),
      edits(
        {
          path: "a.ts",
          command: "replace_symbol",
          symbol: "f",
          symbol_kind: "method",
          new_text: "f(): number {\n  return 2;\n}",
          validate_syntax: true,
        },
        { "a.ts": TS.replace("return 1", "return 2") },
        { check: "parser" },
      ),
      edits(
        { path: "a.kt", symbol: "b", new_text: "fun b(n: Int) {\n    c()\n}" },
        { "a.kt": KT.replace("{\n}\n", "{\n    c()\n}\n") },
        { extent: "lexical" },
      ),
    ],
  },
  {
    id: "replace_symbol refuses a name that is none, or several, and lists what there is",
    files: { "a.py": PY, "broken.py": "def a(:\n    return 1\n\n\ndef b():\n    return (\n", "t.txt": "text\n" },
    steps: [
      refuses({ path: "a.py", symbol: "f", new_text: "x" }, "ambiguous", "f names 2 declarations", "Class.method"),
      refuses({ path: "a.py", symbol: "A.g", new_text: "x" }, "not_found", "A.g; it declares", "Pass one of these"),
      refuses({ path: "t.txt", symbol: "a", new_text: "x" }, "not_found", "called a", "str_replace"),
      refuses({ path: "broken.py", symbol: "b", new_text: "def b():\n    pass\n" }, "not_found", "b", "str_replace"),
      refuses({ path: "none.py", symbol: "a", new_text: "x" }, "not_found", '"none.py"', "list_files"),
      refuses(
        { path: "a.py", command: "replace_symbol", symbol: "A.f" },
        "bad_argument",
        "new_text is missing",
        "takes",
      ),
      refuses({ path: "a.py", command: "replace_symbol", new_text: "x" }, "bad_argument", "symbol is missing", "takes"),
      refuses(
        { path: "a.py", symbol: "A.f", new_text: "    def f(self):\n        return 1" },
        "no_change",
        "the same",
        "read the file",
      ),
      refuses(
        { path: "a.py", symbol: "A.f", new_text: "def f(self:", validate_syntax: true },
        "syntax_invalid",
        '"a.py"',
        "Correct the new text",
      ),
    ],
  },
];
