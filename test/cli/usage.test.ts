import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { VERSION } from "../../runtime/version.ts";
import { TestMachine } from "./test-host.ts";

describe("mortise", () => {
  test("--help and --version answer on stdout with 0", async () => {
    const machine = new TestMachine();
    for (const args of [
      ["--help"],
      ["help"],
      ["serve", "--help"],
      ["checkpoints", "revert", "--help"],
      ["help", "call"],
    ]) {
      const { code, stdout, stderr } = await machine.run(args);
      expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: "" });
      expect(stdout).toContain("Usage: mortise");
    }
    expect(await machine.run(["--version"])).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: "", questions: [] });
  });

  test("the version is that of the package", () => {
    const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
    expect(JSON.parse(text)).toMatchObject({ name: "mortise", version: VERSION });
  });

  const USAGE: readonly (readonly [args: string, says: string])[] = [
    ["", "Usage: mortise"],
    ["checkpoints", "Usage: mortise checkpoints"],
    ["chekpoints list", "Did you mean checkpoints?"],
    ["checkpoints lst", "Did you mean list?"],
    ["checkpoints revert --dryrun", "Did you mean --dry-run?"],
    ["checkpoints revert t --dry-rum", "Did you mean --dry-run?"],
    ["checkpoints revert a b", "too many arguments"],
    ["checkpoints list --limit 0", "1 to 200"],
    ["checkpoints list --limit ten", "1 to 200"],
    ["serve --prot 1", "Did you mean --port?"],
    ["serve --port 65536", "0 to 65535"],
    ["serve --port 80x", "0 to 65535"],
    ["serve a b", "too many arguments"],
    ["serve /nothing", '"/nothing" is no existing folder'],
    ["serve --allow-host http://x", "NAME or NAME:PORT"],
    ["serve --store=", "--store needs the path of a folder"],
    ["call", "name a tool"],
    ["call read_file --ndjson", 'leave out "read_file"'],
    ["call --ndjson --args {}", "leave out --args"],
    ["call read_file --args {", "--args is not valid JSON"],
    ["call read_file --root /nothing", '"/nothing" is no existing folder'],
    ["call read_file --url nonsense", "no http URL"],
    ["call read_file --url http://127.0.0.1:1 --root .", "--root does not go with --url"],
    ["match", "pass --ndjson"],
    ["checkpoints revert --root /nothing", '"/nothing" is no existing folder'],
  ];
  for (const [line, says] of USAGE) {
    test(`"mortise ${line}" is a usage error: 2, told on stderr, nothing on stdout, nothing made`, async () => {
      const machine = new TestMachine();
      const before = machine.volume.toJSON();
      const { code, stdout, stderr } = await machine.run(line.split(" ").filter((word) => word !== ""));
      expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(says) });
      expect(machine.volume.toJSON()).toEqual(before);
    });
  }

  test("with --json a usage error is a document on stdout too", async () => {
    const machine = new TestMachine();
    const { code, stdout } = await machine.run(["checkpoints", "revert", "--dryrun", "--json"]);
    expect({ code, body: JSON.parse(stdout) }).toEqual({
      code: 2,
      body: { success: false, error: expect.stringContaining("--dryrun"), error_code: "bad_argument" },
    });
    const missing = await machine.run(["--json", "serve", "/nothing"]);
    expect({ code: missing.code, body: JSON.parse(missing.stdout) }).toMatchObject({
      code: 2,
      body: { success: false, error_code: "bad_argument" },
    });
  });

  test("with --json a missing command is told as such, with the usage on stderr", async () => {
    const machine = new TestMachine();
    for (const args of [["--json"], ["--json", "checkpoints"], ["checkpoints", "--json"]]) {
      const { code, stdout, stderr } = await machine.run(args);
      expect({ args, code, body: JSON.parse(stdout) }).toEqual({
        args,
        code: 2,
        body: { success: false, error: expect.stringContaining("a command is missing"), error_code: "bad_argument" },
      });
      expect(stderr).toContain("Usage: mortise");
    }
  });

  test("an output that cannot be written is one line on stderr and 1, and a closed pipe is silent", async () => {
    for (const args of [
      ["checkpoints", "list", "--json"],
      ["checkpoints", "list"],
      ["--help"],
      ["serve"],
      ["--json"],
    ]) {
      const machine = new TestMachine();
      machine.stdoutError = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      const full = await machine.run(args);
      expect({ args, code: full.code }).toEqual({ args, code: 1 });
      expect(full.stderr.trimEnd().split("\n").at(-1)).toBe(
        "mortise: the output could not be written: no space left on device",
      );
      expect(full.stderr).not.toContain("at ");
      machine.stdoutError = Object.assign(new Error("broken pipe"), { code: "EPIPE" });
      expect((await machine.run(args)).stderr).not.toContain("output");
    }
  });

  test("without any home folder the message says what to set", async () => {
    const machine = new TestMachine();
    const { code, stderr } = await machine.run(["checkpoints", "list"], { env: { MORTISE_HOME: "" } });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("set MORTISE_HOME") });
  });

  test("what settings cannot be used is told on stderr, and the command runs", async () => {
    const machine = new TestMachine();
    machine.volume.mkdirSync("/home/mortise", { recursive: true });
    machine.volume.writeFileSync("/home/mortise/settings.json", "{nonsense");
    const { code, stdout, stderr } = await machine.run(["checkpoints", "list"], { env: { MORTISE_HOM: "x" } });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("No checkpoints") });
    expect(stderr).toContain("mortise: warning: /home/mortise/settings.json is not valid JSON");
    expect(stderr).toContain('unknown environment variable "MORTISE_HOM" (did you mean "MORTISE_HOME"?) is ignored');
  });
});
