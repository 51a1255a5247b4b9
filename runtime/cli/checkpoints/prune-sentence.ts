import type { PruneReport } from "../../checkpoints/mod.ts";
import { printable } from "../shell.ts";

/** What a prune did, for people. */
export function sentenceOf(report: PruneReport): string {
  if (report.postponed !== null) return `Nothing was deleted: ${printable(report.postponed)}.`;
  const verb = report.dry_run ? "Would delete" : "Deleted";
  const early =
    report.oversize_turns.length === 0
      ? ""
      : `, of turns that are not over their days yet but over the store's bound: ${report.oversize_turns.map(printable).join(", ")}`;
  return `${verb} ${report.rows} rows and ${report.blobs} contents (${report.bytes} bytes)${early}. The store takes ${report.store_bytes} bytes.`;
}
