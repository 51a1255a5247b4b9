import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { type CliResult, runCli } from "./cli-process.ts";
import { type JsonObject, parseObject } from "./json.ts";
import { entryOf, environmentFor, RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { hashTree, makeScratch, type Scratch } from "./tree.ts";

/** What only a process shows: real pipes, exit codes and the end of the input. */
for (const runtime of RUNTIMES) describe(`the command line under ${runtime}`, () => tryCommandLine(runtime));

/** Room for the build that Node's part may have to wait for. */
const SETUP_LIMIT_MS = 120_000;

const ESCAPE = "\u001b";

function tryCommandLine(runtime: RuntimeName): void {
  let scratch: Scratch;

  beforeAll(async () => {
    if (runtime === "node") await ensureBuilt();
    scratch = await makeScratch();
    await writeFile(join(scratch.root, "a.txt"), "one\ntwo\ntwo\n");
  }, SETUP_LIMIT_MS);

  afterAll(() => scratch.remove());

  const run = (args: readonly string[], stdin = "") => runCli(runtime, args, { home: scratch.home, stdin });
  const call = (tool: string, args: JsonObject) =>
    run(["call", tool, "--args", JSON.stringify(args), "--root", scratch.root, "--json"]);

  test("--version and --help answer on stdout with exit code 0", async () => {
    const { version } = parseObject(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await run(["--version"])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
    const help = await run(["--help"]);
    expect({ exitCode: help.exitCode, stderr: help.stderr }).toEqual({ exitCode: 0, stderr: "" });
    for (const command of ["serve", "call", "checkpoints", "match"]) expect(help.stdout).toContain(`\n  ${command} `);
  });

  test("an unknown flag and an unknown command are refused with 2 and the nearest name, and make nothing", async () => {
    for (const [args, near] of [
      [["checkpoints", "list", "--limt", "3"], "Did you mean --limit?"],
      [["serv"], "Did you mean serve?"],
    ] as const) {
      const result = await run(args);
      expect(result).toEqual({ exitCode: 2, stdout: "", stderr: expect.stringContaining(near) });
    }
    expect(await hashTree(scratch.home)).toEqual(new Map());
  });

  test("the exit code tells what kind of refusal a call met", async () => {
    const edit = (old_text: string) => call("edit_file", { path: "a.txt", old_text, new_text: "x" });
    const results = [
      [0, undefined, await call("read_file", { path: "a.txt" })],
      [2, "unsupported_argument", await call("read_file", { path: "a.txt", colour: "red" })],
      [2, "unknown_tool", await call("read_fiel", { path: "a.txt" })],
      [3, "not_found", await edit("three")],
      [4, "ambiguous", await edit("two")],
      [4, "path_outside_root", await call("read_file", { path: "../outside" })],
    ] as const;
    for (const [exitCode, errorCode, result] of results) {
      expect({ exitCode: result.exitCode, stderr: result.stderr }).toEqual({ exitCode, stderr: "" });
      expect(parseObject(result.stdout).error_code).toBe(errorCode);
    }
    expect(await readFile(join(scratch.root, "a.txt"), "utf8")).toBe("one\ntwo\ntwo\n");
  });

  test("match answers 1,000 lines in order, each with its own edit", async () => {
    const numbers = Array.from({ length: 1000 }, (_, number) => number);
    const lines = numbers.map((id) =>
      JSON.stringify({
        id,
        content: `before\n  line ${id}\nafter\n`,
        old_text: `line ${id}`,
        new_text: `# ${id}\u2028`,
      }),
    );
    const result = await run(["match", "--ndjson"], `${lines.join("\n")}\n`);
    expect({ exitCode: result.exitCode, stderr: result.stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(answersOf(result)).toMatchObject(
      numbers.map((id) => ({
        id,
        success: true,
        content: `before\n  # ${id}\u2028\nafter\n`,
        match_strategy: "exact",
      })),
    );
  });

  test("a line of 6 MB goes in and comes out whole before the process ends", async () => {
    const content = `start\n${"é".repeat(3_000_000)}\n`;
    const line = JSON.stringify({ id: "big", content, old_text: "start", new_text: "begin" });
    const result = await run(["match", "--ndjson"], line);
    expect(result.exitCode).toBe(0);
    const [answer] = answersOf(result);
    expect(answer?.content === content.replace("start", "begin")).toBe(true);
  });

  test("a line that is no JSON is answered in its place, the others too, and the exit code is 2", async () => {
    const good = JSON.stringify({ id: 1, content: "a", old_text: "a", new_text: "b" });
    const result = await run(["match", "--ndjson"], `${good}\n{"id": 2,\n\n${good}`);
    expect(result.exitCode).toBe(2);
    expect(answersOf(result)).toMatchObject([{ id: 1, content: "b" }, { id: null, error_code: "bad_json" }, { id: 1 }]);
    expect(await run(["match", "--ndjson"])).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });

  test("call --ndjson keeps one state for all lines, and its turn can be reverted by the next process", async () => {
    const root = join(scratch.root, "lines");
    await mkdir(root);
    const file = join(root, "b.txt");
    await writeFile(file, "old\n");
    const lines = [
      { id: 1, tool: "edit_file", arguments: { path: "b.txt", old_text: "old", new_text: "new" } },
      { id: 2, tool: "edit_file", arguments: { path: "b.txt", old_text: "new", new_text: "newer" } },
      { id: 3, tool: "edit_file", arguments: { path: "missing.txt", old_text: "x", new_text: "y" } },
    ];
    const stdin = lines.map((line) => JSON.stringify(line)).join("\n");
    const result = await run(["call", "--ndjson", "--root", root, "--session", "s", "--turn", "t"], stdin);
    expect({ exitCode: result.exitCode, stderr: result.stderr }).toEqual({ exitCode: 0, stderr: "" });
    const [first, second, third] = answersOf(result);
    expect(first).toMatchObject({ id: 1, status: 200, data: { read_before_edit: { verdict: "never_read" } } });
    // The first edit counts as a look at the file, so the second is told nothing.
    expect(second).toEqual({
      id: 2,
      status: 200,
      success: true,
      data: {
        path: "b.txt",
        replacements: 1,
        match_strategy: "exact",
        matched_lines: [[1, 1]],
        diff: "--- a/b.txt\n+++ b/b.txt\n@@ -1,1 +1,1 @@\n-new\n+newer\n",
        revision: expect.stringMatching(/^sha256:/),
        sha256_before: expect.stringMatching(/^[0-9a-f]{64}$/),
        sha256_after: expect.stringMatching(/^[0-9a-f]{64}$/),
        checkpoint: { status: "stored", checkpoint_id: expect.stringMatching(/^cp_/), turn_id: "t" },
      },
    });
    expect(third).toMatchObject({ id: 3, status: 404, success: false, error_code: "not_found" });
    expect(await readFile(file, "utf8")).toBe("newer\n");
    expect((await run(["checkpoints", "revert", "--json"])).exitCode).toBe(0);
    expect(await readFile(file, "utf8")).toBe("old\n");
  });

  test("a reader that leaves after the first line ends the command without a word", async () => {
    const record = { content: `${"x".repeat(20_000)}\n`, old_text: "x\n", new_text: "y\n" };
    const file = join(scratch.root, "records.ndjson");
    await writeFile(file, `${JSON.stringify(record)}\n`.repeat(500));
    const { stdout, stderr } = await inBash(`${shellWords(runtime, ["match", "--ndjson"])} < "$FILE" | head -n 1`, {
      FILE: file,
    });
    expect(answersOf({ stdout })).toMatchObject([{ success: true, match_strategy: "exact" }]);
    expect(stderr).toBe("");
  });

  test("a plan that goes into a pipe has no colour, even where the terminal would have it", async () => {
    const { exitCode, stdout, stderr } = await runCli(runtime, ["checkpoints", "revert", "--dry-run"], {
      home: scratch.home,
      env: { TERM: "xterm-256color" },
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain("already_reverted");
    expect(stdout).not.toContain(ESCAPE);
  });

  function inBash(script: string, variables: Record<string, string>): Promise<CliResult> {
    const env = environmentFor(scratch.home, variables);
    const child = spawn("bash", ["-c", script], { env, timeout: 30_000, stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        output[name] += text;
      });
    }
    return new Promise((resolve) => child.once("close", (exitCode) => resolve({ exitCode, ...output })));
  }
}

function answersOf({ stdout }: Pick<CliResult, "stdout">): JsonObject[] {
  return stdout.split("\n").filter(Boolean).map(parseObject);
}

/** The command for a shell; none of its words has a quote in it. */
function shellWords(runtime: RuntimeName, args: readonly string[]): string {
  return [...entryOf(runtime), ...args].map((word) => `'${word}'`).join(" ");
}
