import { integer } from "fast-check";
import { describe, expect, test } from "vitest";
import { claim } from "../property/claims.ts";
import { isCount } from "../property/guards.ts";
import { createPropertyRunner, type Property } from "../property/mod.ts";
import { CWD, TestMachine } from "./test-host.ts";

const holds: Property<number> = {
  id: "X1",
  version: 1,
  title: "Numbers are numbers",
  doc: "True of all.",
  kind: "pbt",
  arbitrary: integer({ min: 0, max: 1000 }),
  run: () => {},
  classify: (value) => (value % 2 === 0 ? "even" : "odd"),
  witnesses: ["even", "odd"],
  accepts: isCount,
};
const fails: Property<number> = {
  ...holds,
  id: "X2",
  version: 3,
  title: "Numbers are below ten",
  run: (value) => claim(value < 10, `${value}\u0007 is not below 10`),
};

const WRONG = { id: "wrong-way", title: "All numbers are odd", killedBy: "X1" };

const CASES = `${CWD}/cases/X2.json`;

function machineWith(...properties: readonly Property<number>[]): TestMachine {
  const machine = new TestMachine();
  const broken: Property<number> = { ...holds, run: (value) => claim(value % 2 === 1, `${value} is even`) };
  machine.properties = createPropertyRunner(properties, [{ ...WRONG, laws: () => [broken] }]);
  return machine;
}

function parsed(text: string): unknown[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line): unknown => JSON.parse(line));
}

describe("mortise fuzz", () => {
  test("a mutant is caught by its law, and its key leads back to the case only with the mutant", async () => {
    const machine = machineWith(holds);
    const { code, stdout } = await machine.run(["fuzz", "--mutant", "wrong-way", "--runs", "50", "--seed", "7"]);
    expect(code).toBe(1);
    const [, key = ""] = /mortise replay (\S+) --mutant wrong-way\n/.exec(stdout) ?? [];
    expect(key).toMatch(/^X1@1:7:/);
    const again = await machine.run(["replay", key, "--mutant", "wrong-way", "--json"]);
    expect([again.code, parsed(again.stdout)]).toMatchObject([
      1,
      [{ failure: { counterexample: 0, error: "0 is even" } }],
    ]);
    expect((await machine.run(["replay", key])).code).toBe(0);
    const unknown = await machine.run(["fuzz", "--mutant", "none"]);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("there are wrong-way (X1)")]);
  });

  test("runs every property, says the seed, and answers 0 when all held", async () => {
    const { code, stdout, stderr } = await machineWith(holds).run(["fuzz", "--runs", "50", "--seed", "7"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "mortise: seed 7\n" });
    expect(stdout).toMatch(/^X1 {3}held \(50 values, \d+ ms\): Numbers are numbers\n$/);
  });

  test("shows the smallest case of a refuted property with the key that leads back to it, and answers 1", async () => {
    const machine = machineWith(holds, fails);
    const { code, stdout } = await machine.run(["fuzz", "--runs", "50", "--seed", "7"]);
    expect(code).toBe(1);
    expect(stdout).toContain("X2   REFUTED");
    expect(stdout).toContain("10\\u{7} is not below 10");
    const key = /mortise replay (\S+)/.exec(stdout)?.[1] ?? "";
    expect(key).toMatch(/^X2@3:7:/);

    const again = await machine.run(["replay", key]);
    expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 1, stderr: "" });
    expect(again.stdout).toContain("X2 is still REFUTED");
    expect(again.stdout).toContain(`again: mortise replay ${key}`);

    machine.properties = createPropertyRunner([holds, { ...fails, run: () => {} }]);
    expect(await machine.run(["replay", key])).toMatchObject({
      code: 0,
      stdout: "X2 holds for this value now: Numbers are below ten\n",
    });
  });

  test("--property names one, beside what --ids names", async () => {
    const machine = machineWith(holds, fails);
    const one = await machine.run(["fuzz", "--property", "X1", "--runs", "5", "--seed", "1"]);
    expect([one.code, one.stdout.match(/^X\d/gm)]).toEqual([0, ["X1"]]);
    const both = await machine.run(["fuzz", "--property", "X1", "--ids", "x2,X1", "--runs", "50", "--seed", "1"]);
    expect([both.code, both.stdout.match(/^X\d/gm)]).toEqual([1, ["X2", "X1"]]);
  });

  test("--ids takes only those named, --ndjson gives one report a line, --json one document", async () => {
    const machine = machineWith(holds, fails);
    const lines = await machine.run(["fuzz", "--ids", "x1", "--runs", "20", "--seed", "1", "--ndjson"]);
    const report = {
      id: "X1",
      version: 1,
      title: "Numbers are numbers",
      seed: 1,
      runs: 20,
      saved: 0,
      outcomes: { even: expect.any(Number), odd: expect.any(Number) },
      missing: [],
      held: true,
      duration_ms: expect.any(Number),
    };
    expect({ code: lines.code, reports: parsed(lines.stdout) }).toEqual({ code: 0, reports: [report] });

    const document = await machine.run(["fuzz", "--runs", "20", "--seed", "1", "--json"]);
    expect({ code: document.code, documents: parsed(document.stdout) }).toEqual({
      code: 1,
      documents: [
        { success: false, seed: 1, properties: [report, expect.objectContaining({ id: "X2", held: false })] },
      ],
    });
  });

  test("--save keeps a failing case, and the next run tries it first, without a key", async () => {
    const machine = machineWith(fails);
    const options = ["--corpus", "cases", "--seed", "7", "--ndjson"];
    const first = await machine.run(["fuzz", ...options, "--save"]);
    expect({ code: first.code, saved: JSON.parse(machine.text(CASES)) }).toEqual({
      code: 1,
      saved: { id: "X2", version: 3, cases: [{ value: 10, error: "10\u0007 is not below 10" }] },
    });

    const second = await machine.run(["fuzz", ...options, "--save"]);
    expect(parsed(second.stdout)).toEqual([
      expect.objectContaining({
        runs: 0,
        saved: 1,
        failure: expect.objectContaining({ key: null, counterexample: 10 }),
      }),
    ]);
    expect(JSON.parse(machine.text(CASES))).toMatchObject({ cases: [{ value: 10 }] });
  });

  test("a corpus file that cannot be used is named and nothing runs past it", async () => {
    const machine = machineWith(fails);
    for (const text of ["{", "[]", '{"id":"X2","version":2,"cases":[]}']) {
      machine.volume.mkdirSync(`${CWD}/cases`, { recursive: true });
      machine.volume.writeFileSync(CASES, text);
      const { code, stdout, stderr } = await machine.run(["fuzz", "--corpus", "cases"]);
      expect({ text, code, stdout }).toEqual({ text, code: 2, stdout: "" });
      expect(stderr).toContain(`"${CASES}" cannot be used`);
    }
  });

  test("a property that many values never tried in earnest is told and counts as a failure", async () => {
    const narrow: Property<number> = { ...holds, arbitrary: integer({ min: 0, max: 0 }) };
    const short = await machineWith(narrow).run(["fuzz", "--runs", "50", "--seed", "1"]);
    expect({ code: short.code, stderr: short.stderr }).toEqual({
      code: 0,
      stderr: 'mortise: seed 1\nmortise: X1: no value was "odd"\n',
    });
    expect((await machineWith(narrow).run(["fuzz", "--runs", "10000", "--seed", "1"])).code).toBe(1);
  });

  test("--seconds ends by time", async () => {
    const { code, stdout } = await machineWith(holds).run(["fuzz", "--seconds", "1", "--seed", "1", "--ndjson"]);
    expect({ code, reports: parsed(stdout) }).toEqual({ code: 0, reports: [expect.objectContaining({ held: true })] });
  });

  test("what cannot be asked is a usage error", async () => {
    const asked: readonly (readonly [string, string])[] = [
      ["fuzz --runs 5 --seconds 5", "exclude each other"],
      ["fuzz --runs 0", "1 to"],
      ["fuzz --seed -1", "0 to"],
      ["fuzz --ids X9", 'no property "X9"; there are X1'],
      ["fuzz --ids ,", "--ids needs"],
      ["fuzz --sed 1", "Did you mean --seed?"],
      ["replay", "missing required argument"],
      ["replay X1", "no replay key"],
      ["replay X9@1:5:0", 'no property "X9"'],
      ["replay X1@2:5:0", "version 2, which is version 1 now"],
    ];
    for (const [line, says] of asked) {
      const { code, stdout, stderr } = await machineWith(holds).run(line.split(" "));
      expect({ line, code, stdout }).toEqual({ line, code: 2, stdout: "" });
      expect(stderr).toContain(says);
    }
  });

  test("a build without its properties says so", async () => {
    const { code, stderr } = await new TestMachine().run(["fuzz"]);
    expect({ code, stderr }).toEqual({ code: 8, stderr: expect.stringContaining("without its properties") });
  });
});
