import { describe, expect, test } from "vitest";
import { nobleHash } from "../../adapters/hash/noble.ts";
import { openWorkspace } from "./workspace.ts";

const revision = (text: string) => `sha256:${nobleHash.sha256(new TextEncoder().encode(text)).slice(0, 12)}`;

describe("read_file", () => {
  test("numbers lines in six columns and answers totals and revision", async () => {
    const text = "one\r\ntwo\rthree\u2028still three";
    const work = await openWorkspace({ files: { "a.txt": text } });
    expect(await work.call("read_file", { path: "a.txt" })).toEqual({
      success: true,
      data: {
        path: "a.txt",
        content: "     1|one\n     2|two\n     3|three\u2028still three",
        start_line: 1,
        end_line: 3,
        total_lines: 3,
        revision: revision(text),
        truncated: false,
        status: { line: "[STATUS ok] read_file", kind: "ok", memory_id: expect.stringMatching(/^status:\w+:\d{13}$/) },
      },
    });
  });

  test("a window says where to go on", async () => {
    const work = await openWorkspace({ files: { "a.txt": "1\n2\n3\n4\n" } });
    expect(await work.call("read_file", { path: "a.txt", offset: 2, limit: 2 })).toMatchObject({
      success: true,
      data: {
        content: "     2|2\n     3|3",
        start_line: 2,
        end_line: 3,
        total_lines: 4,
        truncated: true,
        next_offset: 4,
      },
    });
    expect(await work.call("read_file", { path: "a.txt", offset: 4, limit: 0 })).toMatchObject({
      data: { content: "     4|4", truncated: false },
    });
  });

  test("an empty file, a byte order mark and a long line are shown for what they are", async () => {
    const files = { empty: "", bom: "\ufeffx\n", long: `${"y".repeat(2001)}\n` };
    const work = await openWorkspace({ files });
    expect(await work.call("read_file", { path: "empty" })).toMatchObject({
      data: { content: "", start_line: 1, end_line: 0, total_lines: 0, truncated: false },
    });
    expect(await work.call("read_file", { path: "bom" })).toMatchObject({ data: { content: "     1|x" } });
    expect(await work.call("read_file", { path: "long" })).toMatchObject({
      data: { content: `     1|${"y".repeat(2000)} [line cut here: 1 more characters]` },
    });
  });

  test("an offset past the end, zero and a missing file are refused", async () => {
    const work = await openWorkspace({ files: { "a.txt": "1\n2\n" } });
    expect(await work.call("read_file", { path: "a.txt", offset: 3 })).toMatchObject({
      error_code: "bad_argument",
      data: { total_lines: 2 },
    });
    expect(await work.call("read_file", { path: "a.txt", offset: 0 })).toMatchObject({ error_code: "bad_argument" });
    expect(await work.call("read_file", { path: "b.txt" })).toMatchObject({ error_code: "not_found" });
  });

  test("over 2,000,000 bytes a whole read is refused and a window is served with its total", async () => {
    const line = "0123456789abcde\n";
    const work = await openWorkspace({ files: { "big.txt": line.repeat(130_000) } });
    expect(await work.call("read_file", { path: "big.txt" })).toMatchObject({ error_code: "too_large" });
    expect(await work.call("read_file", { path: "big.txt", offset: 129_999, limit: 5 })).toMatchObject({
      success: true,
      data: { content: "129999|0123456789abcde\n130000|0123456789abcde", total_lines: 130_000, truncated: false },
    });
    expect(await work.call("read_file", { path: "big.txt", offset: 1 })).toMatchObject({ error_code: "too_large" });
  });

  test("over 8 MiB a window is streamed, across chunk borders, CRLF and multi-byte characters", async () => {
    const lines = Array.from({ length: 500_000 }, (_, at) => `é line number ${at + 1}`);
    const work = await openWorkspace({ files: { "huge.txt": `\ufeff${lines.join("\r\n")}\r\n` } });
    for (const offset of [1, 2, 77_777, 123_456, 499_999, 500_000]) {
      const result = await work.call("read_file", { path: "huge.txt", offset, limit: 2 });
      const shown = lines.slice(offset - 1, offset + 1);
      const content = shown.map((text, at) => `${String(offset + at).padStart(6)}|${text}`).join("\n");
      const more = offset + 2 <= lines.length;
      expect(result).toMatchObject({
        success: true,
        data: { content, start_line: offset, revision: null, truncated: more, total_lines: more ? null : 500_000 },
      });
    }
    expect(await work.call("read_file", { path: "huge.txt", offset: 500_001, limit: 1 })).toMatchObject({
      error_code: "bad_argument",
      data: { total_lines: 500_000 },
    });
    expect(await work.call("read_file", { path: "huge.txt", offset: 2, limit: 400_000 })).toMatchObject({
      error_code: "too_large",
    });
  });

  test("a window of one line that is over the limit by itself is told as such, and no smaller window advised", async () => {
    for (const size of [2_000_001, 9 * 1024 * 1024]) {
      const work = await openWorkspace({ files: { "long.txt": `short\n${"x".repeat(size)}\nshort\n` } });
      expect(await work.call("read_file", { path: "long.txt", offset: 2, limit: 1 })).toMatchObject({
        success: false,
        error:
          'read_file: "long.txt": line 2 by itself is over the limit of 2000000 bytes and cannot be shown; str_replace of edit_file ' +
          "still finds text in it",
        error_code: "too_large",
        data: { path: "long.txt", line: 2, limit: 2_000_000 },
      });
    }
  });
});

describe("list_files", () => {
  const files = { "b/c.txt": "cc", "a.txt": "a", ".git/HEAD": "ref", "b/d/e.txt": "e" };

  test("lists a folder sorted, links named and not followed", async () => {
    const work = await openWorkspace({ files });
    await work.fs.symlink("b", "/work/project/link");
    expect(await work.call("list_files", {})).toEqual({
      success: true,
      data: {
        path: ".",
        entries: [
          { path: ".git", kind: "directory" },
          { path: "a.txt", kind: "file", size: 1 },
          { path: "b", kind: "directory" },
          { path: "link", kind: "symlink" },
        ],
        count: 4,
        truncated: false,
        status: { line: "[STATUS ok] list_files", kind: "ok", memory_id: expect.stringMatching(/^status:\w+:\d{13}$/) },
      },
    });
  });

  test("recursion leaves .git closed and the limit says that it cut", async () => {
    const work = await openWorkspace({ files });
    const all = await work.call("list_files", { recursive: true });
    expect(all).toMatchObject({ data: { count: 6, truncated: false } });
    const paths = all.success ? (all.data as { entries: { path: string }[] }).entries.map((entry) => entry.path) : [];
    expect(paths).toEqual([".git", "a.txt", "b", "b/c.txt", "b/d", "b/d/e.txt"]);
    expect(await work.call("list_files", { recursive: true, limit: 3 })).toMatchObject({
      data: { count: 3, truncated: true },
    });
    expect(await work.call("list_files", { path: "nowhere" })).toMatchObject({ error_code: "not_found" });
  });
});
