import type { ToolResult } from "../../../runtime/tools/mod.ts";
import { claim, shown } from "../claims.ts";
import type { ToolsProperty } from "./tools-engine.ts";
import {
  BUCKETS,
  bucketOf,
  deedOn,
  isWritersCase,
  race,
  START,
  type Writer,
  type WritersCase,
  writersCase,
} from "./writers.ts";

export const serialOrder: ToolsProperty<WritersCase> = (tools) => ({
  id: "L2",
  version: 1,
  title: "Six writers of one file leave what some order of them leaves; no update is lost",
  doc: "Every answer is one that the same order gives, a call that was called off left nothing, and none was refused for being overtaken.",
  kind: "schedule",
  needsTree: true,
  arbitrary: writersCase,
  async run(value) {
    const { results, text } = await race(tools, value);
    const entries = value.writers.map((writer, number) => ({ writer, number, code: codeOf(results[number]) }));
    for (const { writer, code } of entries) claim(writer.aborts || code !== "cancelled", "cancelled without a reason");
    const left = entries.filter(({ code }) => code !== "cancelled");
    claim(
      hasOrder(START, left, text),
      () => `no order gives ${shown({ text, codes: entries.map(({ code }) => code) })}`,
    );
  },
  classify: bucketOf,
  witnesses: BUCKETS,
  accepts: isWritersCase,
});

interface Answered {
  readonly writer: Writer;
  readonly number: number;
  readonly code: string;
}

function codeOf(result: ToolResult | undefined): string {
  return result === undefined ? "no answer" : result.success ? "ok" : result.error_code;
}

/** Whether the rest, in some order, gives these answers and ends with this text. */
function hasOrder(text: string, rest: readonly Answered[], end: string): boolean {
  if (rest.length === 0) return text === end;
  return rest.some((next, at) => {
    const done = deedOn(text, next.writer, next.number);
    const others = [...rest.slice(0, at), ...rest.slice(at + 1)];
    if ("refused" in done) return next.code === done.refused && hasOrder(text, others, end);
    return next.code === "ok" && hasOrder(done.text, others, end);
  });
}
