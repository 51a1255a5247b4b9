import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBlock, QUOTATIONS, withBlockReplaced } from "./blocks.ts";
import { parseObject } from "./json.ts";
import { RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { openSession, type Session } from "./session.ts";

/** One working day, in order: each test goes on where the one before it stopped. */
for (const runtime of RUNTIMES) describe(`a session under ${runtime}`, () => playSession(runtime));

/** Room for the build that Node's part may have to wait for. */
const SETUP_LIMIT_MS = 120_000;

const BIG_FILE = "typescript/lib.dom.d.ts";
const CRLF_FILE = "tslib/tslib.es6.js";

/** One file for each strategy, so that no edit meets another's text. */
const FILE_FOR: Readonly<Record<string, string>> = {
  exact: "zod/v4/core/util.ts",
  indentation_flexible: "zod/v4/core/parse.ts",
  line_trimmed: "zod/v4/core/errors.ts",
  whitespace_normalized: "zod/v4/core/checks.ts",
  escape_normalized: "zod/v4/core/api.ts",
  block_anchor: "zod/v4/core/to-json-schema.ts",
};

function playSession(runtime: RuntimeName): void {
  let session: Session;

  beforeAll(async () => {
    session = await openSession(runtime);
    await session.start();
  }, SETUP_LIMIT_MS);
  afterAll(() => session.end());

  test("the server says who it is and which folder it serves", async () => {
    const { server, root } = session;
    expect(server.ready).toEqual({
      url: `http://127.0.0.1:${server.port}`,
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      root,
      pid: server.pid,
    });
    expect(await server.get("/healthz")).toEqual({ status: 200, body: { status: "ok" } });
    expect(await server.get("/version")).toEqual({
      status: 200,
      body: {
        name: "mortise",
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        runtime: expect.stringMatching(new RegExp(`^${runtime} \\d+\\.`)),
      },
    });
  });

  test("a window of a file above 10,000 lines is read", async () => {
    const lines = (await session.text(BIG_FILE)).trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(10_000);
    const shown = [10_001, 10_002, 10_003].map((number) => `${String(number).padStart(6)}|${lines[number - 1]}`);
    const window = { path: BIG_FILE, offset: 10_001, limit: 3 };
    expect(await session.server.call("read_file", window, { session: "agent" })).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          path: BIG_FILE,
          content: shown.join("\n"),
          start_line: 10_001,
          end_line: 10_003,
          total_lines: lines.length,
          revision: expect.stringMatching(/^sha256:[0-9a-f]{12}$/),
          truncated: true,
          next_offset: 10_004,
        },
      },
    });
  });

  for (const [strategy, file] of Object.entries(FILE_FOR)) {
    test(`${strategy} replaces the one block that was quoted to it`, async () => {
      const block = findBlock(await session.text(file));
      const quotation = QUOTATIONS[strategy]?.(block) ?? "";
      const indentation = /^ */.exec(quotation)?.[0] ?? "";
      const turn = `by-${strategy}`;
      expect((await session.readFile(file)).status).toBe(200);
      expect(await session.edit(file, quotation, `${indentation}// replaced`, turn)).toMatchObject({
        status: 200,
        body: {
          success: true,
          data: {
            path: file,
            replacements: 1,
            match_strategy: strategy,
            matched_lines: [block.lineNumbers],
            ...(strategy === "block_anchor" && { requires_review: true, review_note: expect.stringMatching(/unseen/) }),
            ...(strategy !== "exact" && { differences_ignored: expect.any(Array) }),
            diff: expect.stringMatching(/^--- a\/[\s\S]*\n\+ *\/\/ replaced\n/),
            revision: expect.stringMatching(/^sha256:[0-9a-f]{12}$/),
            sha256_before: expect.stringMatching(/^[0-9a-f]{64}$/),
            sha256_after: expect.stringMatching(/^[0-9a-f]{64}$/),
            checkpoint: { status: "stored", checkpoint_id: expect.stringMatching(/^cp_/), turn_id: turn },
          },
        },
      });
      await session.expectText(file, withBlockReplaced(block, `${block.indentation}// replaced`));
    });
  }

  test("a file above 10,000 lines is searched by every strategy, and an exact edit lands in it", async () => {
    const before = await session.text(BIG_FILE);
    const block = findBlock(before);
    const missed = await session.edit(BIG_FILE, `${block.lines.join("\n")}\nno such line`, "// replaced");
    expect(missed).toMatchObject({
      status: 404,
      body: { success: false, error_code: "not_found", data: { closest_match: { text: expect.any(String) } } },
    });
    expect(missed.body).not.toHaveProperty("data.note");
    await session.expectText(BIG_FILE, before);
    expect(await session.edit(BIG_FILE, block.lines.join("\n"), "// replaced", "big")).toMatchObject({
      status: 200,
      body: { success: true, data: { match_strategy: "exact", checkpoint: { status: "stored" } } },
    });
    await session.expectText(BIG_FILE, withBlockReplaced(block, "// replaced"));
  });

  test("a file with CRLF keeps it although the call has LF", async () => {
    const before = await session.text(CRLF_FILE);
    const line = before.split("\r\n").find((body) => body.startsWith("export function")) ?? "";
    expect(line).not.toBe("");
    await session.readFile(CRLF_FILE);
    expect((await session.edit(CRLF_FILE, `\n${line}`, `\n// one\n// two\n${line}`, "crlf")).status).toBe(200);
    await session.expectText(
      CRLF_FILE,
      before.replace(line, () => `// one\r\n// two\r\n${line}`),
    );
  });

  test("a file that was not read, and one that changed outside, is told of and the outside change is kept", async () => {
    const file = "zod/v4/core/core.ts";
    const block = findBlock(await session.text(file));
    const none = { status: "none", reason: "no_turn" };
    expect(await session.edit(file, block.lines.join("\n"), "// unread")).toMatchObject({
      status: 200,
      body: {
        warning: expect.stringMatching(/has not read/),
        data: { read_before_edit: { verdict: "never_read", mode: "warn" }, checkpoint: none },
      },
    });
    await session.expectText(file, withBlockReplaced(block, "// unread"));

    const outside = await session.changeOutside(file, (text) => `// from outside\n${text}`);
    expect(await session.edit(file, "this stands nowhere in the file", "x")).toMatchObject({
      status: 404,
      body: { error_code: "not_found", data: { read_before_edit: { verdict: "stale", mode: "warn" } } },
    });
    expect(await session.edit(file, "// unread", "// stale", "stale")).toMatchObject({
      status: 200,
      body: { warning: expect.stringMatching(/changed since/), data: { read_before_edit: { verdict: "stale" } } },
    });
    await session.expectText(
      file,
      outside.replace("// unread", () => "// stale"),
    );
  });

  test("a turn that edited one file twice and made another goes back to where it began", async () => {
    const file = "zod/v4/core/registries.ts";
    const block = findBlock(await session.text(file));
    await session.readFile(file);
    expect((await session.edit(file, block.lines.join("\n"), "// once", "twice")).status).toBe(200);
    expect((await session.edit(file, "// once", "// twice", "twice")).status).toBe(200);
    expect((await session.writeFile("notes/new/plan.md", "# Plan\n", "twice")).status).toBe(200);

    const dryRun = await session.server.post("/api/checkpoints/revert", { turn_id: "twice", dry_run: true });
    expect(dryRun).toMatchObject({ status: 200, body: { success: true, dry_run: true, reverted: [] } });
    expect(await session.text(file)).toBe(withBlockReplaced(block, "// twice"));

    expect(await session.server.post("/api/checkpoints/revert", { turn_id: "twice" })).toMatchObject({
      status: 200,
      body: {
        success: true,
        turn_id: "twice",
        revert_turn_id: expect.stringMatching(/./),
        dry_run: false,
        forced: false,
        refused: false,
        reverted: [file, "notes/new/plan.md"],
        reverted_count: 2,
        skipped: [],
        drifted: [],
        files: [
          { path: file, status: "restorable", action: "restore", detail: "" },
          { path: "notes/new/plan.md", status: "restorable", action: "delete", detail: "" },
        ],
        bash_not_covered: true,
        note: expect.stringMatching(/shell/),
      },
    });
    await session.expectOriginal(file);
  });

  test("a revert over newer work is refused by route and tool, and done when forced", async () => {
    const file = "zod/v4/core/versions.ts";
    await session.readFile(file);
    expect((await session.writeFile(file, "agent\n", "drift")).status).toBe(200);
    await session.expectText(file, "agent\n");
    await session.changeOutside(file, (text) => `${text}newer\n`);

    const shown = await session.server.get("/api/checkpoints/turns/drift");
    expect(shown).toMatchObject({ status: 200, body: { plan: [{ path: file, status: "drifted" }] } });
    const byTool = await session.server.call("revert_turn", { turn_id: "drift" }, { session: "agent" });
    expect(byTool).toMatchObject({ status: 409, body: { success: false, error_code: "drifted" } });
    expect(await session.server.post("/api/checkpoints/revert", { turn_id: "drift" })).toMatchObject({
      status: 409,
      body: { success: false, error_code: "drifted", refused: true, reverted: [], drifted: [file] },
    });
    await session.expectText(file, "agent\nnewer\n");

    expect(await session.server.post("/api/checkpoints/revert", { turn_id: "drift", force: true })).toMatchObject({
      status: 200,
      body: { success: true, forced: true, reverted: [file] },
    });
    await session.expectOriginal(file);
  });

  test("the server ends in order on SIGTERM, and the next one knows the turns", async () => {
    const before = await session.server.get("/api/checkpoints/turns?limit=200");
    expect(before).toMatchObject({ status: 200, body: { count: 13, bash_not_covered: true } });
    const { server } = session;
    expect({ exitCode: await session.stop(), stderr: server.stderr() }).toEqual({ exitCode: 143, stderr: "" });
    await session.start();
    expect(await session.server.get("/api/checkpoints/turns?limit=200")).toEqual(before);
    expect(await session.server.post("/api/checkpoints/revert", { turn_id: "big" })).toMatchObject({
      status: 200,
      body: { success: true, reverted: [BIG_FILE] },
    });
    await session.expectOriginal(BIG_FILE);
    expect(await session.server.get("/api/checkpoints/turns/never")).toMatchObject({
      status: 404,
      body: { success: false, error_code: "no_checkpoints", bash_not_covered: true },
    });
  });

  test("under enforce, a file that was not read, or changed since, is not touched until it is read", async () => {
    await session.stop();
    await session.start({ MORTISE_READ_BEFORE_EDIT: "enforce" });
    const file = "zod/v4/core/standard-schema.ts";
    const before = await session.text(file);
    const block = findBlock(before);
    const edit = () => session.edit(file, block.lines.join("\n"), "// enforced", "enforced");
    const refusedAs = (verdict: string) => ({
      status: 409,
      body: { success: false, error_code: verdict, data: { read_before_edit: { verdict, mode: "enforce" } } },
    });
    expect(await edit()).toMatchObject(refusedAs("never_read"));
    await session.readFile(file);
    const outside = await session.changeOutside(file, (text) => `${text}// from outside\n`);
    expect(await edit()).toMatchObject(refusedAs("stale"));
    await session.expectText(file, outside);
    await session.readFile(file);
    expect((await edit()).status).toBe(200);
    await session.expectText(file, `${withBlockReplaced(block, "// enforced")}// from outside\n`);
  });

  test("the command line calls the running server with the token it left behind", async () => {
    const args = JSON.stringify({ path: "zod/v4/core/versions.ts", limit: 1 });
    const { exitCode, stdout, stderr } = await session.cli(
      "--json",
      "call",
      "read_file",
      "--args",
      args,
      "--url",
      session.server.url,
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(parseObject(stdout)).toMatchObject({ success: true, data: { start_line: 1, end_line: 1 } });
  });

  test("with the server stopped, the command line lists, shows and reverts from the store alone", async () => {
    await session.stop();
    const file = FILE_FOR.exact ?? "";
    const list = await session.cli("checkpoints", "list", "--limit", "2", "--json");
    expect({ exitCode: list.exitCode, stderr: list.stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(parseObject(list.stdout)).toMatchObject({
      count: 2,
      turns: [{ turn_id: "enforced" }, { kind: "revert", reverts: "big" }],
    });

    const show = await session.cli("checkpoints", "show", "by-exact", "--json");
    expect(show.exitCode).toBe(0);
    expect(parseObject(show.stdout)).toMatchObject({
      turn_id: "by-exact",
      writes: [{ path: file, tool_name: "edit_file", session_id: "agent", surface: "http", root: session.root }],
      plan: [{ path: file, status: "restorable", action: "restore" }],
    });

    const revert = await session.cli("checkpoints", "revert", "by-exact", "--json");
    expect(revert.exitCode).toBe(0);
    expect(parseObject(revert.stdout)).toMatchObject({ success: true, reverted: [file] });
    await session.expectOriginal(file);

    const again = await session.cli("checkpoints", "revert", "by-exact", "--json");
    expect(again.exitCode).toBe(0);
    expect(parseObject(again.stdout)).toMatchObject({ reverted: [], files: [{ status: "already_reverted" }] });
  });

  test("the command line's exit codes tell drift from a turn that is not there", async () => {
    const file = FILE_FOR.block_anchor ?? "";
    const newer = await session.changeOutside(file, (text) => `${text}// newer\n`);
    const refused = await session.cli("checkpoints", "revert", "by-block_anchor", "--json");
    expect(refused.exitCode).toBe(6);
    expect(parseObject(refused.stdout)).toMatchObject({ success: false, error_code: "drifted", drifted: [file] });
    await session.expectText(file, newer);

    const missing = await session.cli("checkpoints", "revert", "never", "--json");
    expect(missing.exitCode).toBe(3);
    expect(parseObject(missing.stdout)).toMatchObject({ success: false, error_code: "no_checkpoints" });

    expect((await session.cli("checkpoints", "revert", "by-block_anchor", "--force", "--yes")).exitCode).toBe(0);
    await session.expectOriginal(file);
  });

  test("every file the session did not name is as it was, byte for byte, and every named one as it must be", async () => {
    await session.expectWholeTree();
  });
}
