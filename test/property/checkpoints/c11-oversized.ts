import { integer, record } from "fast-check";
import { claim, claimEqual } from "../claims.ts";
import { isCount, isRecordOf } from "../guards.ts";
import { type CheckpointsProperty, ROOT } from "./checkpoints-engine.ts";

interface Case {
  readonly size: number;
  readonly limit: number;
}

export const oversized: CheckpointsProperty<Case> = (engine) => ({
  id: "C11",
  version: 1,
  title:
    "A content over the limit is recorded, told in the result of the write, and named as unrecoverable by the revert",
  doc: "At the limit itself it is kept; the other paths of the turn go back either way.",
  kind: "model",
  needsTree: true,
  arbitrary: record({ size: integer({ min: 0, max: 40 }), limit: integer({ min: 10, max: 30 }) }),
  async run({ size, limit }) {
    const isOver = size > limit;
    const text = "x".repeat(size);
    const bench = await engine.open({ files: { a: text, b: "small" }, maxBlobBytes: limit });
    const result = await bench.call("write_file", { path: "a", content: "agent" });
    claim(result.success, "the write was refused");
    const { checkpoint } = Object(result.data);
    const said = isOver ? ["none", "too_large"] : ["stored", undefined];
    claimEqual([checkpoint.status, checkpoint.reason], said, "the checkpoint in the result");
    await bench.call("write_file", { path: "b", content: "agent" });
    const rows = await bench.plain.index.byFile({ root: ROOT, relativePath: "a", limit: 9 });
    claimEqual(
      rows.map((row) => [row.beforeSize, row.beforeHash === null]),
      [[size, isOver]],
      "the row",
    );
    const report = await bench.checkpoints().revert({ turnId: "t" });
    const status = report.files.find(({ path }) => path === "a")?.status;
    claimEqual([report.success, status], isOver ? [false, "unrecoverable"] : [true, "restorable"], "the revert");
    claimEqual([await bench.text("a"), await bench.text("b")], [isOver ? "agent" : text, "small"], "the files");
  },
  classify: ({ size, limit }) => (size > limit ? "over" : size === limit ? "at the limit" : "within"),
  witnesses: ["over", "at the limit", "within"],
  accepts: isRecordOf<Case>({ size: isCount, limit: isCount }),
});
