import { describe, expect, test } from "vitest";
import * as z from "zod";
import { nobleHash } from "../../adapters/hash/noble.ts";
import { REVIEW_NOTE } from "../../runtime/edit/mod.ts";
import type { ToolResult } from "../../runtime/tools/mod.ts";
import { openTestServer } from "../server/test-server.ts";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "./workspace.ts";

const md5 = (text: string) => nobleHash.md5(new TextEncoder().encode(text));
const sha256 = (text: string) => nobleHash.sha256(new TextEncoder().encode(text));

type Content = string | Uint8Array;
type Edit = Readonly<Record<string, unknown>> & { readonly old_text: string; readonly new_text: string };

/** A workspace with one file that the session has read. */
async function withFile(content: Content, coding?: WorkspaceOptions["coding"]): Promise<Workspace> {
  const work = await openWorkspace({ files: { "a.txt": content }, ...(coding && { coding }) });
  await work.call("read_file", { path: "a.txt", limit: 1 });
  return work;
}

async function edited(content: string, edit: Edit) {
  const work = await withFile(content);
  const result = await work.call("edit_file", { path: "a.txt", ...edit });
  expect(outputFaults(work, result)).toEqual([]);
  return { result: withoutStatus(result), text: await work.text("a.txt") };
}

/** The refusal, after which the file is what it was and no checkpoint is kept. */
async function refused(content: Content, edit: Edit, coding?: WorkspaceOptions["coding"]) {
  const work = await withFile(content, coding);
  const before = await work.tree();
  const result = await work.call("edit_file", { path: "a.txt", ...edit });
  expect(await work.tree()).toEqual(before);
  expect((await work.runtime.checkpoints.list({})).count).toBe(0);
  if (result.success) throw new Error("expected a refusal");
  return withoutStatus(result);
}

/** What every result carries beside its own body; it has tests of its own. */
function withoutStatus<Result extends ToolResult>(result: Result) {
  const { status: _, edited_files: __, ...data }: Record<string, unknown> = { ...result.data };
  return { ...result, data };
}

function outputFaults(work: Workspace, result: ToolResult): unknown[] {
  if (!result.success) return [result];
  const tool = work.runtime.tools.find(({ name }) => name === "edit_file");
  const schema = z.fromJSONSchema(tool?.outputSchema as Parameters<typeof z.fromJSONSchema>[0]);
  return schema.safeParse(result.data).error?.issues ?? [];
}

const STORED = { status: "stored", checkpoint_id: expect.any(String), turn_id: "t" };

describe("what edit_file reports of a success", () => {
  test("the differences it ignored, by kind and line of the file, and the diff of what it wrote", async () => {
    const before = "if x {\n\tgo(1) \n\tgo(2)\n}\n";
    const after = "if x {\n\tgo(1) \n\tgo(3)\n}\n";
    const edit = { old_text: "    go(1)\n    go(2)\n", new_text: "    go(1)\n    go(3)\n" };
    expect(await edited(before, edit)).toEqual({
      text: after,
      result: {
        success: true,
        data: {
          path: "a.txt",
          action: "update",
          command: "str_replace",
          window: "1\tif x {\n2\t\tgo(1) \n3\t\tgo(3)\n4\t}",
          md5_before: md5(before),
          md5_after: md5(after),
          replacements: 1,
          match_strategy: "indentation_flexible",
          matched_lines: [[2, 3]],
          differences_ignored: [
            { kind: "indentation", lines: [2, 3], total: 2 },
            { kind: "trailing_whitespace", lines: [2], total: 1 },
          ],
          diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1,4 +1,4 @@\n if x {\n \tgo(1) \n-\tgo(2)\n+\tgo(3)\n }\n",
          revision: `sha256:${sha256(after).slice(0, 12)}`,
          sha256_before: sha256(before),
          sha256_after: sha256(after),
          checkpoint: STORED,
        },
      },
    });
  });

  test("copying faults it left out of new_text, with a warning, and no review", async () => {
    const warning =
      "old_text carried escapes that the file does not have, and so did new_text (its lines 1); they were left out of " +
      "what was written. Check the result";
    const { result, text } = await edited('say("hi")\n', { old_text: 'say(\\"hi\\")', new_text: 'say(\\"ho\\")' });
    expect(text).toBe('say("ho")\n');
    expect(result).toEqual({
      success: true,
      warning,
      data: {
        path: "a.txt",
        action: "update",
        command: "str_replace",
        window: '1\tsay("ho")',
        md5_before: md5('say("hi")\n'),
        md5_after: md5('say("ho")\n'),
        replacements: 1,
        match_strategy: "escape_normalized",
        matched_lines: [[1, 1]],
        differences_ignored: [{ kind: "escapes", lines: [1], total: 1 }],
        new_text_adjusted: [{ kind: "escapes", lines: [1], total: 1 }],
        diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-say("hi")\n+say("ho")\n',
        revision: expect.any(String),
        sha256_before: sha256('say("hi")\n'),
        sha256_after: sha256('say("ho")\n'),
        checkpoint: STORED,
        warning,
      },
    });
  });

  test("line numbers copied out of read_file leave old and new text, and the warning joins that of the guard", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n  two\nthree\n" } });
    const shown = await work.call("read_file", { path: "a.txt" }, { sessionId: "other" });
    const listing = shown.success ? String(Object(shown.data).content) : "";
    expect(listing).toBe("     1|one\n     2|  two\n     3|three");
    const result = await work.call("edit_file", {
      path: "a.txt",
      old_text: listing,
      new_text: listing.replace("two", "2"),
    });
    expect(await work.text("a.txt")).toBe("one\n  2\nthree\n");
    expect(result).toMatchObject({
      success: true,
      warning:
        'this session has not read "a.txt"; call read_file on it before changing it. old_text carried line numbers of ' +
        "a listing that the file does not have, and so did new_text (its lines 1, 2, 3); they were left out of what was " +
        "written. Check the result",
      data: {
        match_strategy: "line_number_stripped",
        differences_ignored: [{ kind: "line_numbers", lines: [1, 2, 3], total: 3 }],
        new_text_adjusted: [{ kind: "line_numbers", lines: [1, 2, 3], total: 3 }],
      },
    });
  });

  test("only block_anchor asks for review, with the lines nobody compared", async () => {
    const { result, text } = await edited("f {\n  a\n  b\n}\n", { old_text: "f {\n  x\n  y\n}", new_text: "f {\n}" });
    expect(text).toBe("f {\n}\n");
    expect(result).toMatchObject({
      data: {
        match_strategy: "block_anchor",
        requires_review: true,
        review_note: REVIEW_NOTE,
        differences_ignored: [{ kind: "not_compared", lines: [2, 3], total: 2 }],
      },
    });
  });

  test("long lists are cut and counted, and the diff ends at its limit", async () => {
    const edit = { old_text: "\tgo()\n", new_text: "\tstop()\n", replace_all: true };
    const { result, text } = await edited("    go() \n".repeat(3000), edit);
    expect(text).toBe("    stop()\n".repeat(3000));
    const data = result.success ? Object(result.data) : {};
    expect(data).toMatchObject({
      replacements: 3000,
      differences_ignored: [
        { kind: "indentation", lines: Array.from({ length: 20 }, (_, index) => index + 1), total: 3000 },
        { kind: "trailing_whitespace", total: 3000 },
      ],
    });
    expect(data.matched_lines).toHaveLength(100);
    expect(data.diff.length).toBeLessThan(25_000);
  });
});

describe("a diff that is cut", () => {
  const long = Array.from({ length: 900 }, (_, line) => `line ${line} of a text that is long enough`).join("\n");
  const short = "one line\n";

  test("says so in every result that carries one", async () => {
    const work = await openWorkspace({ files: { "a.txt": short } });
    const said = (result: ToolResult) => {
      const { diff_truncated, files }: { diff_truncated?: unknown; files?: object[] } = { ...result.data };
      return [result.success, diff_truncated, ...(files ?? []).map((file) => Reflect.get(file, "diff_truncated"))];
    };
    const rewrite = { path: "a.txt", content: long, dry_run: true };
    expect(said(await work.call("write_file", rewrite))).toEqual([true, true]);
    const grow = { path: "a.txt", old_text: "one line", new_text: long };
    expect(said(await work.call("edit_file", { ...grow, dry_run: true }))).toEqual([true, true]);
    expect(said(await work.call("edit_file", grow))).toEqual([true, true]);
    const undo = { path: "a.txt", command: "undo_edit" };
    expect(said(await work.call("edit_file", undo))).toEqual([true, true]);
    const added = long.split("\n").map((line) => `+${line}\n`);
    const patch = `*** Begin Patch\n*** Add File: b.txt\n${added.join("")}*** Update File: a.txt\n@@\n-one line\n+two\n*** End Patch`;
    expect(said(await work.call("edit_file", { patch }))).toEqual([true, undefined, true, undefined]);
  });

  test("and a whole one says nothing of it", async () => {
    const work = await openWorkspace({ files: { "a.txt": short } });
    const result = await work.call("edit_file", { path: "a.txt", old_text: "one", new_text: "two" });
    expect(result.data).toHaveProperty("diff");
    expect(result.data).not.toHaveProperty("diff_truncated");
  });
});

describe("what edit_file reports of a refusal", () => {
  test("a miss says where the nearest block first parts from old_text, and why", async () => {
    const result = await refused("a = 1\nrange 1–2 of it\nb = 2\n", {
      old_text: "a = 1\nrange 1-2 of it\n",
      new_text: "x\n",
    });
    const message =
      "at line 2, column 8 the file has – (U+2013) where old_text (its line 2, column 8) has - (U+002D): another kind of dash";
    expect(result).toEqual({
      success: false,
      error_code: "not_found",
      error:
        'edit_file: "a.txt" is unchanged: old_text does not occur in the file; the nearest text is at lines 1 to 2; copy old_text ' +
        `from there. The first difference: ${message}`,
      data: {
        path: "a.txt",
        closest_match: { start_line: 1, end_line: 2, similarity: expect.any(Number), text: "a = 1\nrange 1–2 of it" },
        first_difference: {
          line: 2,
          column: 8,
          old_line: 2,
          old_column: 8,
          reason: "dash",
          file_character: "–",
          old_character: "-",
          message,
        },
      },
    });
  });

  test("a miss in a file without anything alike names neither", async () => {
    const result = await refused("a\n", { old_text: "zzzzzz", new_text: "x" });
    expect(result.data).toEqual({ path: "a.txt" });
  });

  test("new text that has no indentation in the file is 409 no_sound_mapping, and nothing is written", async () => {
    const content = "class A {\n  a\n  b\n}\n";
    const args = { path: "a.txt", old_text: "      a\n      b", new_text: "      a\n  c" };
    const body = {
      success: false,
      error_code: "no_sound_mapping",
      error:
        'edit_file: "a.txt" is unchanged: line 2 of new_text is indented less than the file leaves room for; copy old_text with the ' +
        "indentation the file has and indent new_text the same way (lines 2 to 3 of the file)",
      data: { path: "a.txt", match_strategy: "indentation_flexible", matched_lines: [[2, 3]], match_count: 1 },
    };
    expect(await refused(content, args)).toEqual(body);
    const server = await openTestServer({ files: { "a.txt": content }, coding: { read_before_edit: "off" } });
    expect(await server.post("/api/tools/edit_file", { arguments: args })).toMatchObject({ status: 409, body });
    expect(await server.work.text("a.txt")).toBe(content);
  });

  test("a placeholder for lines left out is refused where block_anchor would decide, and is text elsewhere", async () => {
    const content = "f {\n  a\n  b\n}\n";
    const result = await refused(content, { old_text: "f {\n  ...\n}", new_text: "f {\n}" });
    expect(result).toMatchObject({
      error_code: "elision_placeholder",
      data: { match_strategy: "block_anchor", matched_lines: [[1, 4]], match_count: 1 },
    });
    const { text } = await edited("f {\n    ...\n}\n", { old_text: "f {\n  ...\n}", new_text: "g {\n  ...\n}" });
    expect(text).toBe("g {\n    ...\n}\n");
  });

  test("replace_all never replaces what block_anchor did not compare", async () => {
    const content = "f {\n  a\n}\nf {\n  b\n}\n";
    const result = await refused(content, { old_text: "f {\n  x\n}", new_text: "f {}", replace_all: true });
    expect(result).toMatchObject({
      error_code: "replace_all_not_allowed",
      data: {
        match_strategy: "block_anchor",
        matched_lines: [
          [1, 3],
          [4, 6],
        ],
        match_count: 2,
      },
    });
  });

  test("UTF-16 is named and left as it is", async () => {
    const wide = { little: [0xff, 0xfe, 0x61, 0, 0x0a, 0], big: [0xfe, 0xff, 0, 0x61, 0, 0x0a] };
    for (const [order, bytes] of Object.entries(wide)) {
      const edit = { old_text: "a", new_text: "b" };
      expect(await refused(Uint8Array.from(bytes), edit, { read_before_edit: "off" })).toEqual({
        success: false,
        error_code: "binary",
        error: `edit_file: "a.txt" is UTF-16 text (${order} endian), and only UTF-8 is read; it was left as it is. Convert it to UTF-8 first`,
        data: { path: "a.txt", format: `UTF-16 text (${order} endian)` },
      });
    }
  });
});

describe("the limits of edit_file", () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `  call(${index}) `);
  const content = `${lines.join("\n")}\n`;
  const loose = { old_text: "call(12345)\ncall(12346)", new_text: "call(0)\ncall(12346)" };
  const smaller = { edit_max_content_lines: 4000, edit_max_needle_lines: 400 };

  test("as they are set by default a file of 20,000 lines is matched loosely", async () => {
    const { result, text } = await edited(content, loose);
    expect(text).toBe(content.replace("call(12345) ", "call(0)"));
    expect(result).toMatchObject({
      data: { match_strategy: "indentation_flexible", matched_lines: [[12346, 12347]] },
    });
  });

  test("set to 4,000 lines, above it only exact runs, and a miss says so", async () => {
    const result = await refused(content, loose, smaller);
    expect(result).toMatchObject({
      error_code: "not_found",
      data: {
        note:
          "Only exact matching ran: the file has 20001 lines (limit 4000). The text may be there with other whitespace; " +
          "copy it exactly from the file.",
      },
    });
    const work = await withFile(content, smaller);
    const exact = { path: "a.txt", old_text: "  call(12345) \n", new_text: "" };
    expect(await work.call("edit_file", exact)).toMatchObject({ success: true, data: { match_strategy: "exact" } });
  });

  test("set to 400 lines, a longer old_text is matched exactly only, and a miss says so", async () => {
    const file = lines.slice(0, 1000).join("\n");
    const old_text = lines.slice(100, 501).join("\n");
    const note = expect.stringContaining("old_text has 401 lines (limit 400)");
    const result = await refused(file, { old_text: old_text.replaceAll(" \n", "\n"), new_text: "x" }, smaller);
    expect(result).toMatchObject({ error_code: "not_found", data: { note } });
    const work = await withFile(file, smaller);
    const exact = { path: "a.txt", old_text, new_text: "x" };
    expect(await work.call("edit_file", exact)).toMatchObject({ success: true, data: { match_strategy: "exact" } });
    expect(await edited(file, { old_text: old_text.replaceAll(" \n", "\n"), new_text: "x" })).toMatchObject({
      result: { data: { match_strategy: "indentation_flexible" } },
    });
  });
});
