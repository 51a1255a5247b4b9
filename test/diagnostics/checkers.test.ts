import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../adapters/clock/system.ts";
import { type Diagnosis, diagnose } from "../../runtime/diagnostics/mod.ts";
import type { CheckerProcesses, CheckerRun } from "../../runtime/ports/mod.ts";
import { checkerTools, diagnosePair, processesHere } from "./checker-tools.ts";

const UNUSED = { severity: "warning", code: "F401" } as const;

function blockIn(diagnosis: Diagnosis) {
  if (diagnosis.kind === "unchecked") throw new Error(`not checked: ${diagnosis.reason}`);
  return diagnosis.block;
}

describe("ruff in PATH", () => {
  const stdins = (folder: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".stdin"))
      .sort()
      .map((name) => readFileSync(`${folder}/${name}`, "utf8"));

  test("gets the text on stdin and the path as its name, is told to keep no cache and to mend nothing", () =>
    withRuff(async (folder, processes) => {
      const tools = await checkerTools({ processes });
      const diagnosis = await inFolder(folder, tools, "import os\n", "import os\nimport sys\n");
      expect(blockIn(diagnosis)).toEqual({
        checker: "ruff",
        findings: [{ ...UNUSED, line: 2, message: "`sys` imported but unused" }],
        new_count: 1,
      });
      const args = readFileSync(`${folder}/call-1.args`, "utf8").trim().split("\n");
      expect(args).toEqual([
        "check",
        "--output-format=json",
        "--quiet",
        "--no-cache",
        "--no-fix",
        "--stdin-filename",
        `${folder}/a.py`,
        "-",
      ]);
      expect(stdins(folder)).toEqual(["import os\nimport sys\n", "import os\n"]);
    }));

  test("is run once when it finds nothing, for then nothing is new", () =>
    withRuff(async (folder, processes) => {
      const tools = await checkerTools({ processes });
      expect(blockIn(await inFolder(folder, tools, "import os\n", "x = 1\n"))).toEqual({
        checker: "ruff",
        findings: [],
        new_count: 0,
      });
      expect(stdins(folder)).toEqual(["x = 1\n"]);
    }));

  test("findings that a mended syntax error uncovers are not new, those on lines just written are", () =>
    withRuff(async (folder, processes) => {
      const tools = await checkerTools({ processes });
      const before = "import os\nBROKEN\nimport sys\n";
      const mended = blockIn(await inFolder(folder, tools, before, "import os\nx = 1\nimport sys\n"));
      expect(mended.findings).toEqual([]);
      const added = blockIn(await inFolder(folder, tools, before, "import os\nimport re\nimport sys\n"));
      expect(added.findings).toEqual([{ ...UNUSED, line: 2, message: "`re` imported but unused" }]);
      const broken = blockIn(await inFolder(folder, tools, "import os\n", "import os\nBROKEN\n"));
      expect(broken.findings).toEqual([
        { severity: "error", code: "invalid-syntax", line: 2, message: "Expected an expression" },
      ]);
    }));

  test("a run that fails or takes too long says nothing, and no other checker speaks for it", () =>
    withRuff(async (folder, processes) => {
      const tools = await checkerTools({ processes });
      expect(await inFolder(folder, tools, "x = 1\n", "FAIL\n")).toEqual({ kind: "unchecked", reason: "failed" });
      expect(await inFolder(folder, tools, "x = 1\n", "SLOW\n", 1)).toEqual({ kind: "unchecked", reason: "timed_out" });
    }));

  async function inFolder(
    folder: string,
    tools: Awaited<ReturnType<typeof checkerTools>>,
    before: string | null,
    after: string,
    timeoutMs = 60_000,
  ): Promise<Diagnosis> {
    // The working folder is the file's, so it must be one of the disk.
    const signal = new AbortController().signal;
    return diagnose({ path: `${folder}/a.py`, root: folder, before, after }, tools, {
      clock: systemClock,
      timeoutMs,
      signal,
    });
  }
});

describe("ruff without a program", () => {
  const check = async (config: Record<string, string>, file: string, text: string) => {
    const found = blockIn(await diagnosePair({ file, before: "", after: text }, await checkerTools({ config })));
    return [found.checker, ...found.findings.map(({ code, line }) => `${code} ${line}`)];
  };

  test("without a configuration it has Ruff's default rules", async () => {
    expect(await check({}, "a.py", "import os\nx == None\n")).toEqual(["ruff-wasm", "F821 2", "F401 1", "E711 2"]);
  });

  test("the nearest configuration holds: ruff.toml, a section of pyproject.toml, and what it extends", async () => {
    const text = `import os\nx = "${"y".repeat(90)} z"\n`;
    expect(await check({ "ruff.toml": 'lint.select = ["E501"]' }, "src/a.py", text)).toEqual(["ruff-wasm", "E501 2"]);
    const project = {
      "pyproject.toml": '[project]\nname = "x"\n[tool.ruff]\nline-length = 200\nlint.select = ["E501"]\n',
    };
    expect(await check(project, "a.py", text)).toEqual(["ruff-wasm"]);
    const nested = {
      ...project,
      "src/pyproject.toml": '[project]\nname = "y"\n',
      "src/.ruff.toml": 'select = ["F401"]',
    };
    expect(await check(nested, "src/a.py", text)).toEqual(["ruff-wasm", "F401 1"]);
    const extending = {
      "base.toml": 'lint.select = ["F"]\nline-length = 10',
      "src/ruff.toml": 'extend = "../base.toml"\nlint.extend-select = ["E501"]',
    };
    expect(await check(extending, "src/a.py", text)).toEqual(["ruff-wasm", "F401 1", "E501 2"]);
  });

  test("rules that a configuration leaves out for some files are left out there alone", async () => {
    const config = {
      "ruff.toml": '[lint.per-file-ignores]\n"__init__.py" = ["F401"]\n"tests/**" = ["F8"]\n"!src/*.py" = ["E711"]\n',
    };
    const text = "import os\nx == None\n";
    expect(await check(config, "src/a.py", text)).toEqual(["ruff-wasm", "F821 2", "F401 1", "E711 2"]);
    expect(await check(config, "src/__init__.py", text)).toEqual(["ruff-wasm", "F821 2", "E711 2"]);
    expect(await check(config, "tests/deep/a.py", text)).toEqual(["ruff-wasm", "F401 1"]);
  });

  test("a pattern with thirty stars holds nothing up", async () => {
    const config = { "ruff.toml": `[lint.per-file-ignores]\n"${"*a".repeat(30)}b" = ["F401"]\n` };
    expect(await check(config, `${"a".repeat(80)}.py`, "import os\n")).toEqual(["ruff-wasm", "F401 1"]);
  });

  test("the least version that the project asks for decides what is syntax", async () => {
    const project = { "pyproject.toml": '[project]\nrequires-python = ">=3.8"\n[tool.ruff]\n' };
    expect(await check(project, "a.py", "match 1:\n    case 1:\n        pass\n")).toEqual([
      "ruff-wasm",
      "invalid-syntax 1",
    ]);
  });

  test("an extended list is put together with the one it extends, and what comes later decides", async () => {
    const text = `import os\nx == None\ny = "${"z".repeat(90)}" \n`;
    const rules = async (base: string, own: string) =>
      check({ "base.toml": base, "ruff.toml": `extend = "base.toml"\n${own}` }, "a.py", text);
    expect(await rules('lint.ignore = ["F401"]', 'lint.ignore = ["E501", "F821"]')).toEqual(["ruff-wasm", "E711 2"]);
    expect(
      await rules('lint.extend-select = ["E501"]', 'lint.extend-select = ["W"]\nlint.ignore = ["F", "E7"]'),
    ).toEqual(["ruff-wasm", "E501 3", "W291 3"]);
    expect(await rules('ignore = ["F", "E711"]', 'lint.select = ["F401"]')).toEqual(["ruff-wasm", "F401 1"]);
    expect(await rules('lint.ignore = ["F401", "F821", "E711"]', 'lint.extend-select = ["F"]')).toEqual([
      "ruff-wasm",
      "F821 2",
      "F401 1",
    ]);
    expect(await rules('lint.select = ["F401", "F821"]', 'lint.ignore = ["F8"]')).toEqual(["ruff-wasm", "F401 1"]);
    const ignores = '[lint.extend-per-file-ignores]\n"a.py" = ';
    expect(await rules(`${ignores}["F401"]`, `${ignores}["F821"]`)).toEqual(["ruff-wasm", "E711 2"]);
  });

  test("in the preview, where rules go by their names, codes stay codes", async () => {
    const text = "import os\nx == None\n";
    const preview = {
      "ruff.toml": 'preview = true\n[lint.per-file-ignores]\n"b.py" = ["F401"]\n"c.py" = ["undefined-name"]',
    };
    expect(await check(preview, "a.py", text)).toEqual(["ruff-wasm", "F821 2", "F401 1", "E711 2"]);
    expect(await check(preview, "b.py", text)).toEqual(["ruff-wasm", "F821 2", "E711 2"]);
    expect(await check(preview, "c.py", text)).toEqual(["ruff-wasm", "F401 1", "E711 2"]);
  });

  test("a file that the configuration leaves out even when it is named is not checked, and the reason is told", async () => {
    const forced = "force-exclude = true\n";
    const reasonFor = async (config: string, file: string, processes?: CheckerProcesses) => {
      const tools = await checkerTools({ config: { "ruff.toml": config }, ...(processes && { processes }) });
      const diagnosis = await diagnosePair({ file, before: null, after: "import os\n" }, tools);
      return diagnosis.kind === "checked" ? "checked" : diagnosis.reason;
    };
    expect(await reasonFor(`${forced}extend-exclude = ["gen/*.py"]`, "gen/a.py")).toBe("excluded");
    expect(await reasonFor(`${forced}exclude = ["gen/"]`, "src/gen/deep/a.py")).toBe("excluded");
    expect(await reasonFor(`${forced}lint.exclude = ["a.py"]`, "src/a.py")).toBe("excluded");
    expect(await reasonFor(forced, "node_modules/a/a.py")).toBe("excluded");
    expect(await reasonFor(`${forced}exclude = ["gen"]`, "node_modules/a/a.py")).toBe("checked");
    expect(await reasonFor('extend-exclude = ["gen"]', "gen/a.py")).toBe("checked");
    const program: CheckerProcesses = { run: async () => ({ kind: "ended", exitCode: 0, stdout: "[]\n", stderr: "" }) };
    expect(await reasonFor(`${forced}extend-exclude = ["gen"]`, "gen/a.py", program)).toBe("excluded");
    expect(await reasonFor(`${forced}extend-exclude = ["gen"]`, "a.py", program)).toBe("checked");
  });

  test("a version that the build does not know is read as the nearest that it does", async () => {
    for (const version of [">=3.5", ">=3.16", ">=3.99"]) {
      const project = { "pyproject.toml": `[project]\nrequires-python = "${version}"\n[tool.ruff]\n` };
      expect([version, await check(project, "a.py", "import os\n")]).toEqual([version, ["ruff-wasm", "F401 1"]]);
    }
  });

  test("where the project's rules cannot be known, only the grammar speaks", async () => {
    const text = "import os\ndef f(:\n    pass\n";
    const unknown = { "ruff.toml": "no-such-setting = 1" };
    expect(await check(unknown, "a.py", text)).toEqual(["python-grammar", "SyntaxError 4"]);
    expect(await check({ "ruff.toml": "= 1" }, "a.py", text)).toEqual(["python-grammar", "SyntaxError 4"]);
    expect(await check({ "ruff.toml": 'extend = "../outside.toml"' }, "a.py", text)).toEqual([
      "python-grammar",
      "SyntaxError 4",
    ]);
    const found = await diagnosePair(
      { file: "a.py", before: "", after: "x = 1\n" },
      await checkerTools({ config: unknown }),
    );
    expect(blockIn(found)).toEqual({
      checker: "python-grammar",
      findings: [],
      new_count: 0,
      configuration: "not_applied",
    });
  });
});

describe("node --check", () => {
  const check = async (config: Record<string, string>, file: string, before: string | null, after: string) => {
    const tools = await checkerTools({ config, processes: await processesHere() });
    const diagnosis = await diagnosePair({ file, before, after }, tools);
    return diagnosis.kind === "checked" ? diagnosis.block.findings.map(({ message }) => message) : diagnosis.reason;
  };
  const module = 'import { a } from "./a.js";\nexport const b = a;\n';

  test("a module is read as one: by its name, its package, or where that says nothing by its looks", async () => {
    const broken = `${module}const c = ;\n`;
    const told = ["Unexpected token ';'"];
    expect(await check({}, "a.mjs", module, broken)).toEqual(told);
    expect(
      await check({ "package.json": '{"type": "module"}' }, "src/a.js", "const x = 1;\n", "const x = ;\n"),
    ).toEqual(told);
    expect(await check({ "package.json": "{}" }, "src/a.js", module, broken)).toEqual(told);
    expect(await check({}, "a.js", module, broken)).toEqual(told);
  });

  test("what only a module may have is a fault in a CommonJS file", async () => {
    const commonjs = { "package.json": '{"type": "commonjs"}' };
    expect(await check(commonjs, "a.js", "const a = 1;\n", module)).toEqual([
      "Cannot use import statement outside a module",
    ]);
    expect(await check({}, "a.cjs", "return 1;\n", "const b = 1;\nreturn b;\n")).toEqual([]);
  });

  test("a text that passes as CommonJS is that, whatever its strings and comments say of imports", async () => {
    const line = 'import x from "y";';
    expect(await check({}, "a.js", null, `const t = \`\n${line}\n\`;\nif (t) return;\n`)).toEqual([]);
    expect(await check({}, "a.js", null, `/*\n${line}\n*/\nvar await = 1;\n`)).toEqual([]);
    expect(await check({}, "a.js", `${line}\n`, `const a = ;\n${line}\n`)).toEqual(["Unexpected token ';'"]);
    expect(await check({}, "a.js", null, "await f();\nexport default 1;\n")).toEqual([]);
    const inFunction = "function f() {\n  await g();\n}\n";
    const told = [expect.stringMatching(/^await is only valid/)];
    expect(await check({}, "a.js", null, `${inFunction}return f();\n`)).toEqual(told);
    expect(await check({}, "a.js", "await f();\n", `await f();\n${inFunction}`)).toEqual(["Unexpected reserved word"]);
  });

  test("only a syntax error with its line in the text counts", async () => {
    expect(await check({}, "a.mjs", null, `x = ${"(".repeat(20_000)}`)).toBe("unjudged");
    expect(await check({}, "a.cjs", null, "SyntaxError: x = ;\n")).toEqual(["Unexpected token ';'"]);
  });

  test("what a newer Node reads is no fault of the file", async () => {
    const texts = [
      "const a = /(?i:abc)def/;\n",
      "const a = /(?<y>a)|(?<y>b)/;\n",
      'import source wasm from "./x.wasm";\nexport { wasm };\n',
      'import defer * as late from "./x.js";\nexport { late };\n',
      "using file = open();\n",
    ];
    for (const text of texts) {
      const found = await check({}, "a.mjs", "const a = 1;\n", text);
      expect([text, found === "unjudged" || found.length === 0]).toEqual([text, true]);
    }
    expect(await check({}, "a.mjs", null, "const a = /(/;\n")).toEqual([
      "Invalid regular expression: /(/: Unterminated group",
    ]);
  });

  test("elements and annotations are another language to Node, and no fault of the file", async () => {
    expect(await check({}, "App.js", null, "export const App = () => <div>a</div>;\n")).toBe("unjudged");
    expect(await check({}, "App.js", null, "export const App = () => <div>a;\n")).not.toBe("unjudged");
  });
});

describe("json", () => {
  const check = async (file: string, after: string) => {
    const { checker, findings } = blockIn(await diagnosePair({ file, before: null, after }, await checkerTools()));
    return [checker, ...findings.map(({ code, line }) => `${code} ${line}`)];
  };

  test("comments and trailing commas are no fault where the file's own tool reads them", async () => {
    const text = '{\n  // why\n  "a": 1,\n}\n';
    const commented = ["turbo.json", "a/nx.json", "tsconfig-base.json", "jsconfig.json", ".vscode/x.json", "a.jsonc"];
    const more = ["appsettings.Development.json", "typedoc.json", ".mocharc.json", "wrangler.json"];
    for (const file of [...commented, ...more]) expect([file, await check(file, text)]).toEqual([file, ["json"]]);
    for (const file of ["package.json", "a.json", "turbo/a.json"])
      expect([file, await check(file, text)]).toEqual([file, ["json", "JSONDecodeError 2"]]);
    expect(await check("a.jsonc", '{\n  // why\n  "a": 1,\n  "a": 2 3\n}\n')).toEqual(["json", "JSONDecodeError 4"]);
  });

  test("a key that is a comment may stand there twice, another may not", async () => {
    const text = '{\n  "//": "one",\n  "//": "two",\n  "a": 1,\n  "a": 2\n}\n';
    expect(await check("package.json", text)).toEqual(["json", "DuplicateKey 5"]);
  });
});

describe("bash -n", () => {
  test("patterns are read as the script asks for them", async () => {
    const tools = await checkerTools({ processes: await processesHere() });
    const text = "#!/bin/bash\nshopt -s extglob\nrm -- !(keep|*.txt)\n";
    expect(await diagnosePair({ file: "a.sh", before: null, after: text }, tools)).toEqual(
      expect.objectContaining({ block: { checker: "bash -n", findings: [], new_count: 0, baseline: "unavailable" } }),
    );
  });

  test("another shell's script is not judged", async () => {
    for (const processes of [await processesHere(), undefined]) {
      const tools = await checkerTools(processes && { processes });
      const pair = { file: "a.sh", before: null, after: `#!/usr/bin/env zsh\nprint \${(f)x} )\n` };
      expect(await diagnosePair(pair, tools)).toEqual({ kind: "unchecked", reason: "unjudged" });
    }
  });
});

describe("what a checker reads of a text", () => {
  const told = async (pair: { file: string; before?: string | null; after: string }, tools = checkerTools()) => {
    const diagnosis = await diagnosePair({ before: null, ...pair }, await tools);
    if (diagnosis.kind === "unchecked") return diagnosis.reason;
    return diagnosis.block.findings.map(({ severity, code, line }) => `${severity} ${code} ${line}`);
  };
  const withPrograms = async () => checkerTools({ processes: await processesHere() });

  test("YAML: an alias needs an anchor above it in its document", async () => {
    expect(await told({ file: "a.yaml", after: "a: 1\nb: *x\nx: &x 1\n" })).toEqual(["error YAMLError 2"]);
    expect(await told({ file: "a.yaml", after: "a: &x 1\n---\nb: *x\n" })).toEqual(["error YAMLError 3"]);
    expect(await told({ file: "a.yaml", after: "a: &x [*x]\nb: {<<: *x, c: 2 * 3}\n" })).toEqual([]);
    expect(await told({ file: "a.yaml", after: "a: {{ b }}\nb: *x\n" })).toBe("unjudged");
  });

  test("YAML: brackets may close at the start of a line, and must close", async () => {
    expect(await told({ file: "a.yaml", after: "a: [\n1,\n2\n]\n" })).toEqual([]);
    expect(await told({ file: "a.yaml", after: "a: [\n1,\n2\nb: 3\n" })).toEqual(["error YAMLError 2"]);
    expect(await told({ file: "a.yaml", after: "a: [\n1,\n2\n}\n" })).toEqual(["error YAMLError 2"]);
  });

  test("bash: a here-document without its end is a warning", async () => {
    expect(await told({ file: "a.sh", after: "true\ncat <<E\nF\n" }, withPrograms())).toEqual([
      "warning HereDocument 2",
    ]);
    expect(await told({ file: "a.sh", before: "cat <<E\n", after: "\ncat <<E\n" }, withPrograms())).toEqual([]);
  });

  test("bash: a script of tests in another language is not judged", async () => {
    const after = '#!/usr/bin/env bats\n@test "adds" {\n  [ 1 -eq 1 ]\n}\n';
    expect(await told({ file: "a.sh", after }, withPrograms())).toBe("unjudged");
    expect(await told({ file: "a.sh", after })).toBe("unjudged");
  });

  test("PHP: what follows __halt_compiler is data", async () => {
    const code = "<?php\necho 1;\n__halt_compiler();\n";
    expect(await told({ file: "a.php", before: code, after: `${code}( { ' "\n` })).toEqual([]);
    expect(await told({ file: "a.php", before: code, after: `<?php\n(\n${code.slice(6)}` })).toEqual([
      "error SyntaxError 5",
    ]);
  });

  test("Python: a bracket that the change left open is new, though another one was open before", async () => {
    const before = "def f(:\n pass\n";
    expect(await told({ file: "a.py", before, after: "def f():\n x = (1\n" })).toEqual(["error invalid-syntax 3"]);
    const old = "\n\ndef g():\n    return (1\n";
    expect(await told({ file: "a.py", before: before + old, after: `def f():\n pass\n${old}` })).toEqual([]);
  });
});

describe("an absent checker", () => {
  test("is no clean bill: no checker, none installed, off, or too large", async () => {
    const reasonOf = async (file: string, tools: Awaited<ReturnType<typeof checkerTools>>, after = "(") => {
      const diagnosis = await diagnosePair({ file, before: null, after }, tools);
      return diagnosis.kind === "checked" ? diagnosis.block : diagnosis.reason;
    };
    const all = await checkerTools();
    for (const file of ["a.md", "Makefile", "a.ts", "a.tsx", "a.mts", "a.cts", "a.vue", "a.kt", ".bashrc"]) {
      expect([file, await reasonOf(file, all)]).toEqual([file, "no_checker"]);
    }
    for (const file of ["a.js", "a.mjs", "a.cjs"]) expect([file, await reasonOf(file, all)]).toEqual([file, "missing"]);
    const nothing = await checkerTools({ grammars: "none" });
    expect(await reasonOf("a.sh", nothing)).toBe("missing");
    expect(await reasonOf("a.json", all, " ".repeat(2_000_001))).toBe("too_large");
    expect(await reasonOf("a.ts", await checkerTools({ setting: "project" }))).toBe("unjudged");
  });

  test("where no grammar can be had, code is not called clean, and a bracket without a partner still is a fault", async () => {
    const tools = await checkerTools({ grammars: "none" });
    const clean = { file: "a.go", before: "package a\n", after: "package a\n\nfunc b() {}\n" };
    expect(await diagnosePair(clean, tools)).toEqual({ kind: "unchecked", reason: "unjudged" });
    const broken = await diagnosePair({ ...clean, after: "package a\n\nfunc b() {\n" }, tools);
    expect(blockIn(broken).new_count).toBe(1);
  });

  test("whatever a checker throws, and a caller that has gone, are told apart and end nothing", async () => {
    const failing: CheckerProcesses = {
      run: async () => {
        throw new Error("no more processes");
      },
    };
    const pair = { file: "a.sh", before: null, after: "fi\n" };
    expect(await diagnosePair(pair, await checkerTools({ processes: failing }))).toEqual({
      kind: "unchecked",
      reason: "failed",
    });
    const signal = AbortSignal.abort();
    expect(await diagnosePair(pair, await checkerTools(), { signal })).toEqual({
      kind: "unchecked",
      reason: "cancelled",
    });
  });

  test("a checker that never answers is waited for no longer than the time given, half a second at least", async () => {
    const runs: CheckerRun[] = [];
    const endless: CheckerProcesses = {
      run: (run) => {
        runs.push(run);
        return new Promise(() => {});
      },
    };
    const tools = await checkerTools({ processes: endless });
    const pair = { file: "a.sh", before: null, after: "fi\n" };
    expect(await diagnosePair(pair, tools, { timeoutMs: 0 })).toEqual({ kind: "unchecked", reason: "timed_out" });
    expect(runs.map(({ timeoutMs }) => timeoutMs > 400 && timeoutMs <= 500)).toEqual([true]);
  });
});

describe("a file with 300 old findings", () => {
  const names = Array.from({ length: 300 }, (_, at) => `name_${at}`);
  const old = `${names.map((name) => `import ${name}\n`).join("")}\n\ndef f():\n    return 1\n`;
  const check = async (after: string) =>
    blockIn(await diagnosePair({ file: "a.py", before: old, after }, await checkerTools()));

  test("one edited line reports nothing, or exactly what is new", async () => {
    const none = { checker: "ruff-wasm", findings: [], new_count: 0 };
    expect(await check(old.split("return 1").join("return 2"))).toEqual(none);
    const undefinedName = { severity: "error", code: "F821", line: 304, message: "Undefined name `two`" };
    expect(await check(old.split("return 1").join("return two"))).toEqual({
      ...none,
      findings: [undefinedName],
      new_count: 1,
    });
    const [first] = names;
    expect(await check(old.split(`import ${first}\n`).join(`import ${first} \n`))).toEqual(none);
  });

  test("200 lines put in above report nothing", async () => {
    const above = Array.from({ length: 200 }, (_, at) => `# ${at}\n`).join("");
    expect(await check(above + old)).toEqual({ checker: "ruff-wasm", findings: [], new_count: 0 });
  });

  test("all of them are told when there is nothing to compare with, ten and their number", async () => {
    const block = blockIn(await diagnosePair({ file: "a.py", before: null, after: old }, await checkerTools()));
    expect([block.new_count, block.findings.length, block.truncated, block.baseline]).toEqual([
      300,
      10,
      true,
      "unavailable",
    ]);
  });
});

/** A folder with the stand-in as the only program beside those of the system. */
async function withRuff(task: (folder: string, processes: CheckerProcesses) => Promise<void>): Promise<void> {
  const folder = realpathSync(mkdtempSync(`${tmpdir()}/mortise-ruff-`));
  copyFileSync(fileURLToPath(new URL("../doubles/ruff", import.meta.url)), `${folder}/ruff`);
  chmodSync(`${folder}/ruff`, 0o755);
  const path = process.env.PATH;
  process.env.PATH = `${folder}:/usr/bin:/bin`;
  try {
    await task(folder, await processesHere());
  } finally {
    process.env.PATH = path;
    rmSync(folder, { recursive: true });
  }
}
