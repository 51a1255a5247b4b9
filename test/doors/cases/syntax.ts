import { type DoorCase, edits, refuses, rejects } from "../door-case.ts";

const validate = { validate_syntax: true };

export const syntaxCases: readonly DoorCase[] = [
  {
    id: "validate_syntax lets correct results and unknown files through",
    files: { "a.json": '{"a": 1}\n', "tsconfig.json": "// note\n{}\n", "t.txt": "one\n", "a.kt": "fun a() {}\n" },
    steps: [
      edits(
        { path: "a.json", old_text: "1", new_text: "2", ...validate },
        { "a.json": '{"a": 2}\n' },
        { check: "parser", verify: "parses" },
      ),
      edits(
        { path: "tsconfig.json", old_text: "{}", new_text: '{"a": 1,}', ...validate },
        { "tsconfig.json": '// note\n{"a": 1,}\n' },
      ),
      edits({ path: "t.txt", old_text: "one", new_text: "((", ...validate }, { "t.txt": "((\n" }),
      edits(
        { path: "a.kt", old_text: "{}", new_text: "{ b() }", ...validate },
        { "a.kt": "fun a() { b() }\n" },
        { check: "lexical" },
      ),
      edits({ path: "a.json", old_text: "2}", new_text: "2" }, { "a.json": '{"a": 2\n' }, {}),
    ],
  },
  {
    id: "validate_syntax refuses a result that does not parse, through every command",
    files: {
      "a.json": '{"a": 1}\n',
      "a.ts": "const a = [1];\n",
      "bad.json": '{"a": 1\n',
      "a.py": "def a():\n    return (1)\n",
    },
    steps: [
      refuses(
        { path: "a.json", old_text: "1}", new_text: "1", ...validate },
        "syntax_invalid",
        '"a.json"',
        "Correct the new text",
      ),
      refuses(
        { path: "a.ts", edits: [{ old_text: "1]", new_text: "1" }], ...validate },
        "syntax_invalid",
        '"a.ts"',
        "Correct the new text",
      ),
      refuses(
        { path: "a.ts", insert_line: 0, new_text: "function (", ...validate },
        "syntax_invalid",
        '"a.ts"',
        "Correct the new text",
      ),
      refuses(
        { path: "a.py", patch: "@@ -2 +2 @@\n-    return (1)\n+    return (1\n", ...validate },
        "syntax_invalid",
        '"a.py"',
        "validate_syntax",
      ),
      refuses(
        { path: "a.json", old_text: "1}", new_text: "1", dry_run: true, ...validate },
        "syntax_invalid",
        '"a.json"',
        "Correct the new text",
      ),
      refuses(
        { path: "bad.json", old_text: "1", new_text: "2", ...validate },
        "syntax_invalid",
        "has this error already",
        "repair it",
      ),
      rejects(
        "write_file",
        { path: "new.json", content: "{", ...validate },
        "syntax_invalid",
        '"new.json"',
        "validate_syntax",
      ),
    ],
  },
];
