import { describe, expect, test } from "vitest";
import { StoreError } from "../../runtime/errors.ts";
import { CWD, HOME, type RunOptions, TestMachine } from "./test-host.ts";

const NOTE = "What shell commands changed in this turn is not recorded";

/** A machine where turn "t1" of "s1" changed a.txt and made new.txt, then "t2" of "s2" changed a.txt again. */
async function worked(): Promise<TestMachine> {
  const machine = new TestMachine({ "a.txt": "one\n" });
  const write = (path: string, content: string, turn: string, session: string) =>
    machine.run([
      "call",
      "write_file",
      "--args",
      JSON.stringify({ path, content }),
      "--turn",
      turn,
      "--session",
      session,
    ]);
  await write("a.txt", "two\n", "t1", "s1");
  await write("new.txt", "new\n", "t1", "s1");
  await write("a.txt", "three\n", "t2", "s2");
  return machine;
}

async function json(machine: TestMachine, args: readonly string[], options?: RunOptions) {
  const { code, stdout } = await machine.run(["checkpoints", ...args, "--json"], options);
  const body: unknown = JSON.parse(stdout);
  return { code, body };
}

describe("P8: mortise checkpoints, without a server", () => {
  test("where no store is, list is empty, show and revert find nothing, and none is made", async () => {
    const machine = new TestMachine({ "a.txt": "one\n" });
    const before = machine.volume.toJSON();
    expect(await json(machine, ["list"])).toEqual({
      code: 0,
      body: { count: 0, turns: [], bash_not_covered: true, note: expect.stringContaining(NOTE) },
    });
    for (const args of [
      ["show"],
      ["show", "t"],
      ["revert"],
      ["revert", "t", "--dry-run"],
      ["revert", "--yes", "--force"],
    ]) {
      expect(await json(machine, args)).toEqual({
        code: 3,
        body: {
          success: false,
          error: expect.stringMatching(/no checkpoints|no turn has checkpoints|has no checkpoints/),
          error_code: "no_checkpoints",
          ...(args[0] === "revert" && {
            turn_id: args[1] === "t" ? "t" : "",
            revert_turn_id: null,
            dry_run: args.includes("--dry-run"),
            forced: args.includes("--force"),
            refused: false,
            reverted: [],
            reverted_count: 0,
            skipped: [],
            drifted: [],
            files: [],
          }),
          bash_not_covered: true,
          note: expect.stringContaining(NOTE),
        },
      });
    }
    expect(await machine.run(["checkpoints", "list"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^No checkpoints\n/),
    });
    expect(machine.volume.toJSON()).toEqual(before);
  });

  test("a file where the store should be is 9, and every failure carries the note", async () => {
    const machine = new TestMachine({ "a.txt": "one\n" });
    const note = { success: false, bash_not_covered: true, note: expect.stringContaining(NOTE) };
    for (const store of ["a.txt", "a.txt/below"]) {
      for (const args of [["list"], ["show"], ["revert"]]) {
        expect(await json(machine, args, { env: { MORTISE_CHECKPOINT_DIR: `${CWD}/${store}` } })).toEqual({
          code: 9,
          body: {
            ...note,
            error_code: "store_unusable",
            error: expect.stringContaining(`"${CWD}/a.txt" is no folder`),
          },
        });
      }
      const served = await machine.run(["serve", "--store", store]);
      expect(served).toMatchObject({ code: 9, stdout: "", stderr: expect.stringContaining("--store DIR") });
    }
    for (const args of [
      ["show", "--root", "/nothing"],
      ["revert", "--root", "/nothing"],
    ]) {
      expect(await json(machine, args)).toEqual({
        code: 2,
        body: { ...note, error_code: "bad_argument", error: expect.stringContaining("/nothing") },
      });
    }
  });

  test("refusals advise the flags of the command line", async () => {
    const machine = await worked();
    machine.volume.writeFileSync(`${CWD}/a.txt`, "mine\n");
    const drifted = await machine.run(["checkpoints", "revert", "t2"]);
    expect(drifted).toMatchObject({ code: 6, stderr: expect.stringMatching(/with --dry-run; with --force it/) });
    machine.volume.renameSync(CWD, "/work/moved");
    machine.volume.mkdirSync("/work/other");
    const unmapped = await json(machine, ["revert", "t2"]);
    expect(unmapped).toMatchObject({
      code: 7,
      body: {
        error: expect.stringContaining("pass --root with"),
        files: [{ detail: expect.stringMatching(/pass --root$/) }],
      },
    });
    expect(await json(machine, ["show", "t2"])).toMatchObject({
      body: { plan: [{ detail: expect.stringMatching(/pass --root$/) }] },
    });
  });

  test("list names turns newest first, by session and up to a limit", async () => {
    const machine = await worked();
    expect(await json(machine, ["list"])).toMatchObject({
      code: 0,
      body: {
        count: 2,
        turns: [
          { turn_id: "t2", writes: 1 },
          { turn_id: "t1", writes: 2, files: 2 },
        ],
        bash_not_covered: true,
      },
    });
    expect(await json(machine, ["list", "--limit", "1"])).toMatchObject({
      body: { count: 1, turns: [{ turn_id: "t2" }] },
    });
    expect(await json(machine, ["list", "--session", "s1"])).toMatchObject({ body: { turns: [{ turn_id: "t1" }] } });
    const { stdout, stderr } = await machine.run(["checkpoints", "list"]);
    const [head, first, second] = stdout.split("\n");
    expect(head).toMatch(/^TURN +SESSION +WRITES +FILES +LAST WRITE$/);
    expect(first).toMatch(/^t2 +s2 +1 +1 +20\d\d-/);
    expect(second).toMatch(/^t1 +s1 +2 +2 +20\d\d-/);
    expect(stdout).toContain(NOTE);
    expect(stderr).toBe("");
  });

  test("show prints the writes and the plan of the newest or a named turn", async () => {
    const machine = await worked();
    expect(await json(machine, ["show"])).toMatchObject({
      code: 0,
      body: { turn_id: "t2", writes: [{ path: "a.txt" }] },
    });
    expect(await json(machine, ["show", "t1"])).toMatchObject({
      code: 0,
      body: {
        turn_id: "t1",
        writes: [{ path: "a.txt", surface: "cli", root: CWD }, { path: "new.txt" }],
        plan: [
          { path: "a.txt", status: "drifted" },
          { path: "new.txt", status: "restorable", action: "delete" },
        ],
        bash_not_covered: true,
      },
    });
    const { stdout } = await machine.run(["checkpoints", "show", "t1"]);
    expect(stdout).toContain(`Turn t1 in ${CWD}`);
    expect(stdout).toMatch(/\ndelete +restorable +new\.txt\n/);
    expect(stdout).toContain(NOTE);
  });

  test("revert puts the newest turn back, and says what it did", async () => {
    const machine = await worked();
    const first = await machine.run(["checkpoints", "revert"]);
    expect(first).toMatchObject({ code: 0, stderr: "", questions: [] });
    expect(first.stdout).toContain("Reverted 1 file of turn t2.");
    expect(first.stdout).toContain(NOTE);
    expect(machine.text("a.txt")).toBe("two\n");
    expect(await json(machine, ["revert", "t1"])).toMatchObject({
      code: 0,
      body: { success: true, turn_id: "t1", reverted: ["a.txt", "new.txt"], reverted_count: 2 },
    });
    expect(machine.text("a.txt")).toBe("one\n");
    expect(machine.exists(`${CWD}/new.txt`)).toBe(false);
    expect(machine.volume.readdirSync(`${HOME}/checkpoints/leftovers`)).toEqual([]);
  });

  test("a drifted file refuses the whole turn with 6, unless forced; a dry run changes nothing", async () => {
    const machine = await worked();
    const refused = await machine.run(["checkpoints", "revert", "t1"]);
    expect(refused).toMatchObject({ code: 6, stderr: expect.stringMatching(/^mortise: .*a\.txt/) });
    expect(refused.stdout).toMatch(/drifted +a\.txt/);
    expect(refused.stdout).toContain(NOTE);
    expect(await json(machine, ["revert", "t1"])).toMatchObject({
      code: 6,
      body: { success: false, error_code: "drifted", refused: true },
    });
    expect(await json(machine, ["revert", "t1", "--dry-run"])).toMatchObject({
      code: 0,
      body: { success: true, dry_run: true, reverted: [] },
    });
    expect(machine.text("a.txt")).toBe("three\n");
    expect(machine.text("new.txt")).toBe("new\n");
    expect(await json(machine, ["revert", "t1", "--force"])).toMatchObject({
      code: 0,
      body: { success: true, forced: true },
    });
    expect(machine.text("a.txt")).toBe("one\n");
  });

  test("a revert is taken back by undo-revert, also after --force, and a second revert says so", async () => {
    const machine = await worked();
    await json(machine, ["revert", "t1", "--force"]);
    const [again, list] = [await machine.run(["checkpoints", "revert", "t1"]), await json(machine, ["list"])];
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("already_reverted: nothing was changed") });
    expect(list.body).toMatchObject({ turns: [{ kind: "revert", reverts: "t1", state: "done" }, {}, {}] });
    expect((await machine.run(["checkpoints", "list"])).stdout).toMatch(/revert_[0-9a-f]{16} .* revert of t1, done\n/);
    expect((await machine.run(["checkpoints", "show"])).stdout).toContain("Turn t2 in");

    expect(await json(machine, ["undo-revert", "--dry-run"])).toMatchObject({ code: 0, body: { dry_run: true } });
    const undone = await machine.run(["checkpoints", "undo-revert"]);
    expect(undone).toMatchObject({ code: 0, stdout: expect.stringMatching(/Reverted 2 files of turn revert_/) });
    expect([machine.text("a.txt"), machine.text("new.txt")]).toEqual(["three\n", "new\n"]);
    expect(await json(machine, ["undo-revert"])).toMatchObject({ code: 3, body: { error_code: "no_checkpoints" } });
  });

  test("asks only on a terminal and without --yes; no is no", async () => {
    const machine = await worked();
    const onTerminal = { terminal: true, env: { NO_COLOR: "1" } };
    const declined = await machine.run(["checkpoints", "revert"], { ...onTerminal, confirm: false });
    expect(declined).toMatchObject({
      code: 8,
      stdout: "",
      questions: ["Revert turn t2 (1 file)?"],
      stderr: expect.stringMatching(/restore +restorable +a\.txt\nmortise: nothing was reverted\n$/),
    });
    expect(machine.text("a.txt")).toBe("three\n");

    const dryRun = await machine.run(["checkpoints", "revert", "--dry-run"], onTerminal);
    expect(dryRun).toMatchObject({ code: 0, questions: [] });
    // What drift will refuse is not asked about.
    expect(await machine.run(["checkpoints", "revert", "t1"], onTerminal)).toMatchObject({ code: 6, questions: [] });
    expect(await machine.run(["checkpoints", "revert", "none"], onTerminal)).toMatchObject({ code: 3, questions: [] });

    const forced = await machine.run(["checkpoints", "revert", "t1", "--force"], { ...onTerminal, confirm: false });
    expect(forced.questions).toEqual(["Revert turn t1 (2 files)? Newer content of the drifted files is overwritten."]);
    expect(machine.text("a.txt")).toBe("three\n");

    expect(await machine.run(["checkpoints", "revert"], { ...onTerminal, confirm: true })).toMatchObject({ code: 0 });
    expect(machine.text("a.txt")).toBe("two\n");
    expect(await machine.run(["checkpoints", "revert", "t1", "--yes"], onTerminal)).toMatchObject({
      code: 0,
      questions: [],
    });
    expect(machine.text("a.txt")).toBe("one\n");
  });

  test("a turn id that two projects share needs --root, 7 until then, and nothing is asked", async () => {
    const machine = await worked();
    machine.volume.mkdirSync("/work/other");
    const write = [
      "call",
      "write_file",
      "--root",
      "/work/other",
      "--turn",
      "t2",
      "--args",
      '{"path":"b.txt","content":"b"}',
    ];
    expect(await machine.run(write)).toMatchObject({ code: 0 });
    const refused = await machine.run(["checkpoints", "revert", "t2"], { terminal: true, env: { NO_COLOR: "1" } });
    expect(refused).toMatchObject({
      code: 7,
      questions: [],
      stderr: expect.stringContaining('under several folders, "/work/project", "/work/other"; pass --root'),
    });
    expect([machine.text("a.txt"), machine.text("/work/other/b.txt")]).toEqual(["three\n", "b"]);
    const report = await json(machine, ["revert", "t2", "--root", "/work/other"]);
    expect(report).toMatchObject({ code: 0, body: { reverted: ["b.txt"] } });
    expect([machine.text("a.txt"), machine.exists("/work/other/b.txt")]).toEqual(["three\n", false]);
  });

  test("a workspace that has moved needs --root, 7 until then", async () => {
    const machine = await worked();
    machine.volume.renameSync(CWD, "/work/moved");
    machine.volume.mkdirSync("/work/other");
    expect(await json(machine, ["revert", "t2"])).toMatchObject({
      code: 7,
      body: { success: false, error_code: "root_unmapped" },
    });
    expect(await json(machine, ["revert", "t2", "--root", "../moved"])).toMatchObject({
      code: 0,
      body: { reverted: ["a.txt"] },
    });
    expect(machine.text("/work/moved/a.txt")).toBe("two\n");
  });

  test("a store on a read-only disk is listed, and a revert that could keep nothing is refused", async () => {
    const machine = await worked();
    machine.readOnlyFolder = `${HOME}/checkpoints`;
    expect(await json(machine, ["list"])).toMatchObject({ code: 0, body: { count: 2 } });
    expect(await json(machine, ["revert", "t2"])).toMatchObject({
      code: 9,
      body: {
        success: false,
        error_code: "store_read_only",
        error: expect.stringContaining("EROFS; copy the store to where it can be written"),
        reverted: [],
      },
    });
    expect(machine.text("a.txt")).toBe("three\n");
    const message =
      'mortise: the store "/home/mortise/checkpoints" cannot be made (EROFS); pass --store DIR or set MORTISE_HOME\n';
    expect(await machine.run(["serve"])).toEqual({ code: 9, stdout: "", stderr: message, questions: [] });
  });

  test("verify says what can still be reverted, and takes a store of a newer version for no damage", async () => {
    const machine = await worked();
    const ending = async (faults: TestMachine["indexFaults"]) => {
      machine.indexFaults = faults;
      const { code, stdout } = await machine.run(["checkpoints", "verify"]);
      return {
        code,
        ending: stdout
          .trimEnd()
          .split("\n")
          .at(-1)
          ?.replace(/^.* were read\. ?/, ""),
      };
    };
    const unreadable = async () => Promise.reject(new StoreError("unrecoverable", '"index.db" is no database'));
    const damaged = { kind: "damaged", problem: "row 1 is damaged" } as const;
    const none = 'No row could be read, so no turn can be reverted; the contents in "blobs" are all that is left.';
    expect(await ending({ scan: unreadable })).toEqual({ code: 7, ending: none });
    const scan = async (position: number | null) => (position === null ? [{ ...damaged, position: 1 }] : []);
    expect(await ending({ scan })).toEqual({ code: 7, ending: none });
    const some = "Of the other turns, what was read can be reverted; rows may be missing.";
    expect(await ending({ problems: async () => ["rows were lost"] })).toEqual({ code: 7, ending: some });
    const damagedReverts = async () => [{ turnId: "r", state: null, problem: "line r is damaged" }];
    expect(await ending({ damagedReverts })).toEqual({ code: 7, ending: "All other turns can be reverted." });

    machine.indexFaults = {
      scan: async () => Promise.reject(new StoreError("unavailable", "version 99; use a newer one")),
    };
    expect(await json(machine, ["verify"])).toMatchObject({ code: 8, body: { error_code: "unavailable" } });
  });

  test("a dead revert that cannot be ended stops no other, and is named", async () => {
    const machine = await worked();
    const problem = `the journal's line of revert "r" is damaged: owner is not text`;
    machine.indexFaults = { damagedReverts: async () => [{ turnId: "r", state: "running", problem }] };
    expect(await machine.run(["checkpoints", "revert", "t2"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`it cannot be ended: revert "r" (${problem}).`),
    });
    expect(machine.text("a.txt")).toBe("two\n");
    const server = await machine.serve();
    expect((await server.terminate("SIGTERM")).stderr).toContain(
      `mortise: warning: revert r, cut off with its process, cannot be ended and is left as it is: ${problem}\n`,
    );
  });

  test("a lost blob ends with 7 and nothing changed", async () => {
    const machine = await worked();
    for (const folder of machine.volume.readdirSync(`${HOME}/checkpoints/blobs`)) {
      machine.volume.rmSync(`${HOME}/checkpoints/blobs/${String(folder)}`, { recursive: true });
    }
    expect(await json(machine, ["revert", "t2"])).toMatchObject({
      code: 7,
      body: { success: false, error_code: "unrecoverable", reverted: [] },
    });
    expect(machine.text("a.txt")).toBe("three\n");
  });

  test("where the store's blobs are no folder the tools go on without a checkpoint and say why, and verify names it", async () => {
    const machine = await worked();
    const blobs = `${HOME}/checkpoints/blobs`;
    machine.volume.rmSync(blobs, { recursive: true });
    machine.volume.writeFileSync(blobs, "");
    const args = JSON.stringify({ path: "a.txt", content: "four\n" });
    const written = await machine.run(["call", "write_file", "--args", args, "--turn", "t3"]);
    expect(written).toMatchObject({ code: 0, stderr: expect.stringContaining(`"${blobs}" is no folder`) });
    expect(JSON.parse(written.stdout)).toMatchObject({
      checkpoint: { status: "none", reason: "capture_failed", detail: expect.stringContaining(blobs) },
    });
    expect(machine.text("a.txt")).toBe("four\n");
    expect(await json(machine, ["verify"])).toMatchObject({
      code: 7,
      body: {
        success: false,
        error_code: "unrecoverable",
        index_problems: [expect.stringContaining(blobs)],
        rows_checked: 3,
      },
    });
    expect(await json(machine, ["list"])).toMatchObject({ code: 0, body: { count: 2 } });
    const server = await machine.serve();
    expect((await server.terminate("SIGTERM")).stderr).toContain(`"${blobs}" is no folder`);
  });

  test("diff, verify, prune, export and import answer in text, JSON and events", async () => {
    const machine = await worked();
    const diff = await machine.run(["checkpoints", "diff", "t2"]);
    expect(diff).toMatchObject({ code: 0, stdout: expect.stringContaining("-two\n+three\n") });
    expect(await json(machine, ["diff", "none"])).toMatchObject({ code: 3, body: { error_code: "no_checkpoints" } });
    expect(await json(machine, ["verify"])).toMatchObject({ code: 0, body: { success: true, rows_checked: 3 } });
    expect(await json(machine, ["prune", "--dry-run"])).toMatchObject({ code: 0, body: { rows: 0, dry_run: true } });
    expect((await machine.run(["checkpoints", "prune"])).stdout).toMatch(/^Deleted 0 rows and 0 contents/);

    const exported = await json(machine, ["export", "out.ndjson"]);
    expect(exported).toMatchObject({ code: 0, body: { turns: 2, rows: 3, file: `${CWD}/out.ndjson` } });
    expect(await json(machine, ["export", "out.ndjson"])).toMatchObject({
      code: 4,
      body: { error_code: "already_exists" },
    });
    const elsewhere = { env: { MORTISE_HOME: "/home/other" } };
    machine.volume.mkdirSync("/work/there");
    const imported = await machine.run(
      ["checkpoints", "import", "out.ndjson", "--map", `${CWD}=/work/there`, "--ndjson"],
      elsewhere,
    );
    expect(JSON.parse(imported.stdout)).toMatchObject({ event: "result", rows_added: 3, roots: ["/work/there"] });
    expect(await json(machine, ["list"], elsewhere)).toMatchObject({ body: { count: 2 } });
    const unnamed = await json(machine, ["import", "out.ndjson"], elsewhere);
    expect(unnamed).toMatchObject({
      code: 2,
      body: { error_code: "bad_argument", error: expect.stringContaining(`--map "${CWD}=${CWD}"`) },
    });
    for (const [args, code] of [
      [["import", "none"], 3],
      [["import", "a.txt"], 7],
      [["import", "out.ndjson", "--map", "x"], 2],
      [["import", "out.ndjson", "--map", "/nowhere=/work/there"], 2],
    ] as const) {
      expect(await json(machine, args, elsewhere)).toMatchObject({
        code,
        body: { success: false, bash_not_covered: true },
      });
    }
  });

  test("names are printed so that they cannot drive the terminal; colour only on one that wants it", async () => {
    const machine = new TestMachine();
    const path = "evil\u001b[2J\n\u202etxt";
    const args = JSON.stringify({ path, content: "x\n" });
    await machine.run(["call", "write_file", "--args", args, "--turn", "t"]);
    const plain = await machine.run(["checkpoints", "show"]);
    expect(plain.stdout).toContain("evil\\u{1b}[2J\\u{a}\\u{202e}txt");
    expect(plain.stdout).not.toContain("\u001b");
    const coloured = await machine.run(["checkpoints", "show"], { terminal: true });
    expect(coloured.stdout).toContain("\u001b[32m");
    const colourless: Record<string, string>[] = [{ NO_COLOR: "1" }, { TERM: "dumb" }];
    for (const env of colourless) {
      expect((await machine.run(["checkpoints", "show"], { terminal: true, env })).stdout).toBe(plain.stdout);
    }
  });
});
