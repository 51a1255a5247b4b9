import { SHELL_NOT_COVERED, type VerifyReport } from "../../checkpoints/mod.ts";
import { exitCodeOf } from "../cli-error.ts";
import { printable, type Shell, table } from "../shell.ts";
import { type TellOptions, tellProgress, tellReport } from "./progress.ts";
import { withCheckpoints } from "./reader.ts";

const NOTHING: VerifyReport = {
  success: true,
  index_problems: [],
  damaged_rows: [],
  damaged_reverts: [],
  damaged_blobs: [],
  missing_blobs: [],
  rows_checked: 0,
  blobs_checked: 0,
  bytes_checked: 0,
  unreferenced_blobs: 0,
  ...SHELL_NOT_COVERED,
};

export async function verifyStore(shell: Shell, options: TellOptions): Promise<number> {
  return withCheckpoints(shell, "look", undefined, async (checkpoints) => {
    const progress = tellProgress(shell, "verify", options);
    const report = (await checkpoints?.verify(progress.onProgress)) ?? NOTHING;
    await progress.end();
    await tellReport(shell, report, textOf(report), options);
    return exitCodeOf(report.error_code);
  });
}

function textOf(report: VerifyReport): string {
  const counts = `${report.rows_checked} rows and ${report.blobs_checked} contents (${report.bytes_checked} bytes) were read`;
  const files = [
    ...report.damaged_blobs.map(({ file, problem, turns }) => [file, problem, turns.join(", ")]),
    ...report.missing_blobs.map(({ file, turns }) => [file, "it is missing", turns.join(", ")]),
  ];
  return [
    ...[...report.index_problems, ...report.damaged_rows, ...report.damaged_reverts].map(printable),
    ...(files.length > 0 ? [table([["FILE", "PROBLEM", "NEEDED BY TURN"], ...files])] : []),
    report.success ? `The store is sound: ${counts}.` : `The store is damaged: ${counts}. ${outlook(report)}`,
  ].join("\n");
}

/** What can still be done. */
function outlook({ index_problems, damaged_rows, rows_checked }: VerifyReport): string {
  const isWhole = index_problems.length === 0;
  if (damaged_rows.length < rows_checked) {
    return isWhole
      ? "All other turns can be reverted."
      : "Of the other turns, what was read can be reverted; rows may be missing.";
  }
  if (isWhole && rows_checked === 0) return "No turn is stored.";
  return 'No row could be read, so no turn can be reverted; the contents in "blobs" are all that is left.';
}
