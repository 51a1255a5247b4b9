import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { PLAN_LETTERS } from "../runtime/checkpoints/mod.ts";
import { MATCHERS, STRATEGY_LETTERS } from "../runtime/edit/mod.ts";
import { VERDICT_LETTERS } from "../runtime/file-state/mod.ts";

const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** Rooms lowest first, with the packages each may use; a room may import the rows before its own. */
const ROWS: readonly Readonly<Record<string, readonly string[]>>[] = [
  { errors: [], paths: [], locks: [], version: [], schema: ["zod"], text: ["diff"] },
  { ports: [] },
  { edit: [], wire: [], syntax: ["jsonc-parser", "smol-toml", "typescript", "web-tree-sitter", "yaml"] },
  {
    "file-state": [],
    checkpoints: ["zod"],
    memory: [],
    settings: ["zod"],
    leftovers: [],
    eval: [],
    diagnostics: ["@astral-sh/ruff-wasm-web", "jsonc-parser", "sh-syntax", "smol-toml"],
  },
  { tools: ["zod"] },
  { runtime: [] },
  { server: ["hono", "zod"] },
  { proxy: ["hono"] },
  { cli: ["commander", "zod"] },
  { mod: [] },
];

/** Packages that one folder of a room alone may use. */
const FOLDER_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "runtime/server/mcp": ["@modelcontextprotocol/sdk"],
};

/** Names from outside the language that the core may use: web standards present on every host, workers included. */
const ALLOWED_GLOBALS = new Set([
  "AbortController",
  "AbortSignal",
  "Headers",
  "Request",
  "RequestInit",
  "Response",
  "ReadableStream",
  "ReadableStreamDefaultReader",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "URLSearchParams",
  "WebAssembly",
  "clearInterval",
  "clearTimeout",
  "crypto",
  "fetch",
  "queueMicrotask",
  "setInterval",
  "setTimeout",
  "structuredClone",
  "btoa",
  "atob",
]);

/** Rules switched off to show what they are for: pages that teach, and tests, are the only ones to see them. */
const WHAT_IF = /(^|\/)what-if\.ts$/;

/** Adapters that a page can be built of. */
const PAGE_ADAPTERS = [
  "adapters/blobs/filesystem.ts",
  "adapters/fs/file-system.ts",
  "adapters/fs/memfs.ts",
  "adapters/fs/primitives.ts",
  "adapters/grammars/url.ts",
  "adapters/hash/noble.ts",
  "adapters/index/memory.ts",
  "adapters/memory/memory.ts",
];

const PAGE_PACKAGES = [
  "preact",
  "@preact/signals",
  "@codemirror/commands",
  "@codemirror/language",
  "@codemirror/merge",
  "@codemirror/search",
  "@codemirror/state",
  "@codemirror/view",
  "@lezer/highlight",
  // Files of these, fetched when a reader loads a checker.
  "@astral-sh/ruff-wasm-web",
  "@vscode/tree-sitter-wasm",
  "sh-syntax",
  "typescript",
  "web-tree-sitter",
  "buffer",
  "fast-check",
  "fflate",
  "idb",
  "memfs",
  "process",
  "zod",
];

/** Folders of the page that are data for teaching; there names of the core stand as they are sent. */
const PAGE_DATA = ["playground/src/examples/", "playground/src/lessons/"];

/** What adapters of several ports are built on: tables of one database share its connection. */
const SHARED_ADAPTER_FOLDERS = ["adapters/libsql"];

interface ImportLine {
  readonly file: string;
  readonly target: string;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .sort();
}

function importsOf(file: string): ImportLine[] {
  // In the page a call of some `define` is CodeMirror's, not a loader's.
  const looksForLoaders = !file.startsWith("playground/");
  const { importedFiles } = ts.preProcessFile(readFileSync(join(REPOSITORY, file), "utf8"), true, looksForLoaders);
  return importedFiles.map(({ fileName }) => ({ file, target: fileName }));
}

/** "runtime/edit/splice.ts" -> "edit"; "runtime/errors.ts" -> "errors". */
function roomOf(file: string): string {
  const [, first = ""] = file.split("/");
  return first.replace(/\.ts$/, "");
}

function rowOf(room: string): number {
  return ROWS.findIndex((row) => Object.hasOwn(row, room));
}

function packageOf(specifier: string): string {
  const names = specifier.split("/");
  return specifier.startsWith("@") ? names.slice(0, 2).join("/") : (names[0] ?? specifier);
}

/** Why this import may not be, or null. */
function coreImportFault({ file, target }: ImportLine): string | null {
  const room = roomOf(file);
  const row = rowOf(room);
  if (row < 0) return `${file}: the room "${room}" stands in no row`;
  if (!target.startsWith(".")) {
    const allowed = [...(ROWS[row]?.[room] ?? []), ...(FOLDER_PACKAGES[dirname(file)] ?? [])];
    return allowed.includes(packageOf(target)) ? null : `${file} imports the package ${target}`;
  }
  const path = relative(REPOSITORY, resolve(REPOSITORY, dirname(file), target)).replaceAll("\\", "/");
  if (!path.startsWith("runtime/")) return `${file} imports ${path}, outside the core`;
  const targetRoom = roomOf(path);
  if (targetRoom === room) return null;
  const targetRow = rowOf(targetRoom);
  if (targetRow < 0 || targetRow > row) return `${file} imports ${path}, which is above it`;
  if (targetRow === row && row > 0) return `${file} imports ${path}, on the same row`;
  const isDoor = path === `runtime/${targetRoom}.ts` || path === `runtime/${targetRoom}/mod.ts`;
  return isDoor ? null : `${file} imports ${path} past the door of "${targetRoom}"`;
}

/** Adapters know the contracts and nothing of each other; entries put everything together. */
function adapterImportFault({ file, target }: ImportLine): string | null {
  if (file.startsWith("adapters/entry/") || !target.startsWith(".")) return null;
  const path = relative(REPOSITORY, resolve(REPOSITORY, dirname(file), target)).replaceAll("\\", "/");
  if (path.startsWith("adapters/")) {
    const isOwn = dirname(path) === dirname(file) || SHARED_ADAPTER_FOLDERS.includes(dirname(path));
    return isOwn ? null : `${file} imports ${path}, another port's adapter`;
  }
  const row = rowOf(roomOf(path));
  return path.startsWith("runtime/") && row >= 0 && row <= 1 ? null : `${file} imports ${path}, above rows 1 and 2`;
}

/** The laws, and the filesystem that dies at a call: both are told on the page as they are tested. */
function isPagePart(path: string): boolean {
  return path.startsWith("test/property/") || path.startsWith("test/mutants/") || path === "test/faults/faults.ts";
}

/** The page uses the core through its doors, like any embedder, and those adapters that need no host. */
function pageImportFault({ file, target }: ImportLine): string | null {
  if (!target.startsWith(".")) {
    return PAGE_PACKAGES.includes(packageOf(target)) ? null : `${file} imports the package ${target}`;
  }
  const path = relative(REPOSITORY, resolve(REPOSITORY, dirname(file), target)).replaceAll("\\", "/");
  if (path.startsWith("adapters/")) return PAGE_ADAPTERS.includes(path) ? null : `${file} imports ${path}`;
  if (path.startsWith("test/")) return isPagePart(path) ? null : `${file} imports ${path}`;
  if (!path.startsWith("runtime/") || WHAT_IF.test(path)) return null;
  const isDoor = path === `runtime/${roomOf(path)}.ts` || path === `runtime/${roomOf(path)}/mod.ts`;
  return isDoor ? null : `${file} imports ${path} past the door of "${roomOf(path)}"`;
}

/** Strings of a source file that are one of `names` and nothing else, also as keys and between tags. */
function literalsAmong(file: string, names: ReadonlySet<string>): string[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(
    file,
    readFileSync(join(REPOSITORY, file), "utf8"),
    ts.ScriptTarget.Latest,
    true,
    kind,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isJsxText(node);
    const isKey = ts.isIdentifier(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node;
    if ((isText || isKey) && names.has(node.text.trim())) found.push(`${file}: ${node.text.trim()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function coreProgram(): ts.Program {
  const config = ts.readConfigFile(join(REPOSITORY, "runtime/tsconfig.json"), ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(config.config, ts.sys, join(REPOSITORY, "runtime"));
  return ts.createProgram(parsed.fileNames, parsed.options);
}

/** Every value in a core file that is declared by a host library rather than by the language or the project. */
function hostGlobals(program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  const found = new Set<string>();
  for (const source of program.getSourceFiles()) {
    if (!source.fileName.startsWith(join(REPOSITORY, "runtime/"))) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) noteGlobal(node);
      ts.forEachChild(node, visit);
    };
    const noteGlobal = (node: ts.Identifier): void => {
      if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) return;
      const symbol = checker.getSymbolAtLocation(node);
      const files = symbol?.declarations?.map((declaration) => declaration.getSourceFile()) ?? [];
      const isTopLevel = symbol?.declarations?.some((declaration) => {
        const owner = ts.isVariableDeclaration(declaration) ? declaration.parent.parent.parent : declaration.parent;
        return ts.isSourceFile(owner);
      });
      if (isTopLevel && files.length > 0 && files.every((file) => /lib\.dom[^/]*\.d\.ts$/.test(file.fileName))) {
        found.add(`${node.text} (${relative(REPOSITORY, source.fileName)})`);
      }
    };
    visit(source);
  }
  return [...found].sort();
}

describe("boundaries", () => {
  const core = sourceFiles("runtime");
  const adapters = sourceFiles("adapters");
  const page = sourceFiles("playground/src");

  test("the core has files, and every room stands in one row", () => {
    expect(core.length).toBeGreaterThan(20);
    expect([...new Set(core.map(roomOf))].filter((room) => rowOf(room) < 0)).toEqual([]);
  });

  test("core files import only rows below their own, through a room's door, and only its packages", () => {
    expect(core.flatMap(importsOf).map(coreImportFault).filter(Boolean)).toEqual([]);
  });

  test("adapters import only the contracts and their own folder", () => {
    expect(adapters.flatMap(importsOf).map(adapterImportFault).filter(Boolean)).toEqual([]);
  });

  test("the rules catch an import that climbs, one past a door and one of a host module", () => {
    const faults = [
      coreImportFault({ file: "runtime/edit/splice.ts", target: "../tools/mod.ts" }),
      coreImportFault({ file: "runtime/tools/edit-file.ts", target: "../edit/splice.ts" }),
      coreImportFault({ file: "runtime/edit/splice.ts", target: "node:fs" }),
      coreImportFault({ file: "runtime/server/app.ts", target: "../../adapters/fs/node.ts" }),
      adapterImportFault({ file: "adapters/fs/node.ts", target: "../../runtime/tools/mod.ts" }),
    ];
    expect(faults.filter(Boolean)).toHaveLength(5);
  });

  test("nobody but the page and tests sees the rules switched off", () => {
    const others = [...core, ...adapters].flatMap(importsOf).filter(({ target }) => WHAT_IF.test(target));
    expect(others).toEqual([]);
  });

  test("the page imports the core's doors, adapters without a host, and its own packages", () => {
    expect(page.length).toBeGreaterThan(20);
    expect(page.flatMap(importsOf).map(pageImportFault).filter(Boolean)).toEqual([]);
  });

  test("the page decides nothing by the name of a strategy, a verdict or a plan's status", () => {
    const names = new Set([STRATEGY_LETTERS, VERDICT_LETTERS, PLAN_LETTERS].flatMap((letters) => Object.keys(letters)));
    const own = page.filter((file) => !PAGE_DATA.some((folder) => file.startsWith(folder)));
    expect(own.flatMap((file) => literalsAmong(file, names))).toEqual([]);
  });

  test("every letter stands for one thing of its kind", () => {
    for (const letters of [STRATEGY_LETTERS, VERDICT_LETTERS, PLAN_LETTERS]) {
      expect(new Set(Object.values(letters)).size).toBe(Object.keys(letters).length);
    }
    expect(Object.keys(STRATEGY_LETTERS)).toEqual(MATCHERS.map(({ name }) => name));
  });

  test("the core uses only the allowed host globals", { timeout: 60_000 }, () => {
    const used = hostGlobals(coreProgram());
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((use) => !ALLOWED_GLOBALS.has(use.split(" ")[0] ?? ""))).toEqual([]);
  });

  test("every folder of the core has a door that says what the room is for", () => {
    const folders = [...new Set(core.filter((file) => file.split("/").length > 2).map(roomOf))];
    const silent = folders.filter(
      (room) =>
        !/^\/\*\*\n \* \S/.test(read(`runtime/${room}/mod.ts`)) && !/^\/\*\* \S/.test(read(`runtime/${room}/mod.ts`)),
    );
    expect(silent).toEqual([]);
  });
});

function read(file: string): string {
  try {
    return readFileSync(join(REPOSITORY, file), "utf8");
  } catch (error) {
    return `missing: ${String(error)}`;
  }
}
