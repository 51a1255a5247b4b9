import type { CheckpointIndex } from "../ports/mod.ts";
import type { RevertReport } from "./types.ts";

/**
 * Says in the report when the index is damaged: it may answer fewer rows than were written, and a turn that was taken back
 * in part must not read as if it were whole. The rows that are there are reverted all the same.
 */
export async function withIndexDoubt(
  report: RevertReport,
  index: Pick<CheckpointIndex, "problems">,
): Promise<RevertReport> {
  const [problem] = await index.problems("full");
  if (problem === undefined) return report;
  const doubt = `The index is damaged (${problem}), so writes of this turn may be missing here; "checkpoints verify" names the damage.`;
  return { ...report, index_damaged: true, note: `${report.note} ${doubt}` };
}
