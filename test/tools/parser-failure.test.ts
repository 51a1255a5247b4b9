import { describe, expect, test } from "vitest";
import { createFileGrammars } from "../../adapters/grammars/files.ts";
import { FileSystemError } from "../../runtime/errors.ts";
import type { Grammars } from "../../runtime/ports/mod.ts";
import { openWorkspace } from "./workspace.ts";

const files = createFileGrammars();
const text = "def f():\n    return 1\n\n\ndef g():\n    return 2\n";

/** Grammars that are there and cannot be used, each in its own way. */
const BROKEN: Readonly<Record<string, { readonly grammars: Grammars; readonly kind: string }>> = {
  "the file of the grammar is gone": {
    grammars: { ...files, grammar: () => Promise.reject(new FileSystemError("ENOENT", "readFile", "/secret/x.wasm")) },
    kind: "ENOENT",
  },
  "the grammar is no WebAssembly": {
    grammars: { ...files, grammar: async () => new Uint8Array([1, 2, 3]) },
    // Each engine has its own name for it.
    kind: "\\w+Error",
  },
  "what comes is of another kind altogether": {
    grammars: { ...files, grammar: () => Promise.reject("no reason") },
    kind: "string",
  },
};

describe("an edit while the parser cannot be used", () => {
  for (const [what, { grammars, kind }] of Object.entries(BROKEN)) {
    test(`goes through, checked by a scan, and says so: ${what}`, async () => {
      const work = await openWorkspace({ files: { "a.py": text }, grammars });
      const sentence = `^the parser of python could not be used \\(${kind}\\); only strings, comments and brackets were looked at$`;
      const parser_failure = expect.stringMatching(new RegExp(sentence));
      const edit = { path: "a.py", old_text: "return 1", new_text: "return 3", validate_syntax: true };
      const done = await work.call("edit_file", edit);
      expect(done).toMatchObject({ success: true, data: { check: "lexical", parser_failure } });
      expect(done.data).not.toHaveProperty("verify");
      const broken = { path: "a.py", old_text: "return 2", new_text: "return (2", validate_syntax: true };
      expect(await work.call("edit_file", broken)).toMatchObject({
        error_code: "syntax_invalid",
        data: { check: "lexical", parser_failure },
      });
      const unasked = await work.call("edit_file", { path: "a.py", old_text: "return 3", new_text: "return 4" });
      expect(unasked.success).toBe(true);
      expect(unasked.data).not.toHaveProperty("verify");
    });

    test(`finds symbols by their lines, and says so: ${what}`, async () => {
      const work = await openWorkspace({ files: { "a.py": text }, grammars });
      const said = { extent: "lexical", parser_failure: expect.stringContaining("python") };
      const view = await work.call("edit_file", { path: "a.py", command: "view", symbol: "g" });
      expect(view).toMatchObject({ success: true, data: { ...said, matched_lines: [[5, 6]] } });
      const replace = { path: "a.py", symbol: "f", new_text: "def f():\n    return 7" };
      expect(await work.call("edit_file", { ...replace, command: "replace_symbol" })).toMatchObject({
        success: true,
        data: said,
      });
      expect(await work.text("a.py")).toBe(text.replace("return 1", "return 7"));
      expect(await work.call("edit_file", { path: "a.py", command: "view", symbol: "h" })).toMatchObject({
        error_code: "not_found",
        data: { parser_failure: said.parser_failure },
      });
    });
  }

  test("a parser that comes back is used again", async () => {
    let failures = 1;
    const grammars: Grammars = {
      ...files,
      grammar: (name) => (failures-- > 0 ? Promise.reject(new Error("disk")) : files.grammar(name)),
    };
    const work = await openWorkspace({ files: { "a.py": text }, grammars });
    const edit = (from: string, to: string) =>
      work.call("edit_file", { path: "a.py", old_text: from, new_text: to, validate_syntax: true });
    expect(await edit("return 1", "return 3")).toMatchObject({ data: { check: "lexical" } });
    const again = await edit("return 3", "return 4");
    expect(again).toMatchObject({ data: { check: "parser", verify: "parses" } });
    expect(again.data).not.toHaveProperty("parser_failure");
  });
});
