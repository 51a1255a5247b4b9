import { array, integer, nat, record } from "fast-check";
import { claim, claimEqual } from "../claims.ts";
import { isCount, isListOf, isRecordOf } from "../guards.ts";
import { Schedule } from "./schedule.ts";
import type { ToolsEngine, ToolsProperty } from "./tools-engine.ts";
import { openUnparsed, paused, WriteWatch } from "./writers.ts";

interface SideBySideCase {
  readonly files: number;
  readonly choices: readonly number[];
}

export const sideBySide: ToolsProperty<SideBySideCase> = (tools) => ({
  id: "L3",
  version: 1,
  title: "Files of different names are written side by side, and a parser looks when the lock is free again",
  doc: "As many writes as there are files can stand between their start and their end at once; afterwards no lock is left.",
  kind: "schedule",
  needsTree: true,
  arbitrary: record({ files: integer({ min: 2, max: 5 }), choices: array(nat(9), { maxLength: 20, size: "max" }) }),
  async run({ files, choices }) {
    const schedule = new Schedule(choices);
    const watch = new WriteWatch();
    const work = await openUnparsed(tools, {}, (fs) => watch.over(paused(fs, schedule)));
    const calls = Array.from({ length: files }, (_, at) =>
      work.call("write_file", { path: `f${at}`, content: `${at}` }, { sessionId: `s${at}` }),
    );
    const results = await schedule.run(calls, (label) => label === "written");
    claim(
      results.every(({ success }) => success),
      "a write of a file of its own was refused",
    );
    claimEqual(watch.mostTogether, files, "writes under way at once");
    claimEqual(work.context().locks.size, 0, "locks that are left");
    claimEqual(await locksWhileParsing(tools), [0], "locks held while the result is parsed");
  },
  classify: ({ files }) => `${files} files`,
  witnesses: ["2 files", "3 files", "4 files", "5 files"],
  accepts: isRecordOf<SideBySideCase>({ files: isCount, choices: isListOf(isCount) }),
});

async function locksWhileParsing(tools: ToolsEngine): Promise<number[]> {
  const held: number[] = [];
  const work = await tools.open({
    files: { a: "one\n" },
    adjust: (ctx) => ({
      ...ctx,
      syntax: {
        ...ctx.syntax,
        check: async () => {
          held.push(ctx.locks.size);
          return { kind: "unchecked" };
        },
      },
    }),
  });
  await work.call("edit_file", { path: "a", old_text: "one", new_text: "two" });
  return held;
}
