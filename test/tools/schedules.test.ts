import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileSystem } from "../../runtime/ports/mod.ts";
import type { ToolResult } from "../../runtime/tools/mod.ts";
import { aroundReplace } from "../property/tools/around-replace.ts";
import { openWorkspace } from "./workspace.ts";

/** Every read and write of the files may be overtaken by any other. */
function scheduled(
  scheduler: fc.Scheduler,
  onWrite: (path: string, by: number) => void,
): (fs: FileSystem) => FileSystem {
  const later = async (label: string) => {
    await scheduler.schedule(Promise.resolve(), label);
  };
  const overtaken = (fs: FileSystem): FileSystem => ({
    ...fs,
    readFile: async (path) => {
      await later(`readFile ${path}`);
      return fs.readFile(path);
    },
  });
  return (fs) =>
    aroundReplace(overtaken(fs), async (path, replace) => {
      onWrite(path, 1);
      await later(`writeFile ${path}`);
      const outcome = await replace();
      await later(`written ${path}`);
      onWrite(path, -1);
      return outcome;
    });
}

const WRITERS = 6;
const spellings = ["d/f", "./d//f", "link/f"];

/** Half of the writers add a line of their own, the others want to be the one that replaces "base". */
function argsOf(writer: number): Record<string, unknown> {
  const path = spellings[writer % spellings.length];
  return writer % 2 === 0
    ? { path, insert_line: 0, new_text: `w${writer}` }
    : { path, old_text: "base", new_text: `taken by w${writer}` };
}

const codeOf = (result: ToolResult) => (result.success ? "ok" : result.error_code);

describe("concurrent calls", () => {
  test("six writers of one file leave what some order of them leaves, or are refused; an aborted one wrote nothing", async () => {
    const aborted = fc.array(fc.boolean(), { minLength: WRITERS, maxLength: WRITERS });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), aborted, async (scheduler, aborts) => {
        let [writing, most] = [0, 0];
        const count = (_: string, by: number) => {
          writing += by;
          most = Math.max(most, writing);
        };
        const work = await openWorkspace({ files: { "d/f": "base\n" }, wrap: scheduled(scheduler, count) });
        await work.fs.symlink("d", "/work/project/link");
        const calls = aborts.map((aborts, writer) => {
          const abort = new AbortController();
          if (aborts) void scheduler.schedule(Promise.resolve(), `abort ${writer}`).then(() => abort.abort());
          const who = { sessionId: `s${writer}`, turnId: `t${writer}`, signal: abort.signal };
          return work.call("edit_file", argsOf(writer), who);
        });
        await scheduler.waitFor(Promise.all(calls));
        const results = await Promise.all(calls);
        const landed = results.flatMap((result, writer) => (result.success ? [writer] : []));
        const inserts = landed.filter((writer) => writer % 2 === 0).map((writer) => `w${writer}`);
        const replaced = landed.filter((writer) => writer % 2 === 1);
        const lines = (await work.text("d/f")).split("\n").slice(0, -1);
        expect([...lines.slice(0, -1)].sort()).toEqual(inserts);
        expect(replaced.length).toBeLessThanOrEqual(1);
        expect(lines.at(-1)).toBe(replaced.length === 0 ? "base" : `taken by w${replaced[0]}`);
        for (const [writer, result] of results.entries()) {
          const allowed = [...(aborts[writer] ? ["cancelled"] : []), ...(writer % 2 === 1 ? ["not_found"] : []), "ok"];
          expect(allowed).toContain(codeOf(result));
        }
        expect(most).toBeLessThanOrEqual(1);
        expect(work.runtime.contextFor({ surface: "http" }).locks.size).toBe(0);
        const { count: turns } = await work.runtime.checkpoints.list({});
        expect(turns).toBe(landed.length);
      }),
      { numRuns: 25 },
    );
  });

  test("patches that name the same files in other orders never wait for each other, and each is whole", async () => {
    const patch = (names: readonly string[], text: string) =>
      names.map((name) => `--- a/${name}\n+++ b/${name}\n@@ -1,1 +1,2 @@\n+${text}\n top\n`).join("");
    const orders = [
      ["a", "b", "c"],
      ["c", "b", "a"],
      ["b", "c"],
      ["c", "a"],
    ];
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const files = { a: "top\n", b: "top\n", c: "top\n" };
        const work = await openWorkspace({ files, wrap: scheduled(scheduler, () => {}) });
        const calls = orders.map((names, at) => work.call("edit_file", { patch: patch(names, `p${at}`) }));
        await scheduler.waitFor(Promise.all(calls));
        const results = await Promise.all(calls);
        expect(results.map(codeOf)).toEqual(["ok", "ok", "ok", "ok"]);
        for (const name of ["a", "b", "c"]) {
          const wanted = orders.flatMap((names, at) => (names.includes(name) ? [`p${at}`] : []));
          const lines = (await work.text(name)).split("\n").filter((line) => line.startsWith("p"));
          expect(lines.sort()).toEqual(wanted);
        }
      }),
      { numRuns: 25 },
    );
  });

  test("files of different names are written at the same time in some schedule", async () => {
    let most = 0;
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        let writing = 0;
        const wrap = scheduled(scheduler, (_, by) => {
          writing += by;
          most = Math.max(most, writing);
        });
        const work = await openWorkspace({ wrap });
        const calls = ["a", "b", "c"].map((path) => work.call("write_file", { path, content: path }));
        await scheduler.waitFor(Promise.all(calls));
        expect((await Promise.all(calls)).map(codeOf)).toEqual(["ok", "ok", "ok"]);
      }),
      { numRuns: 20 },
    );
    expect(most).toBeGreaterThan(1);
  });
});
