import { type Checkpoints, noCheckpoints, type RevertReport } from "../../checkpoints/mod.ts";
import { CliError, exitCodeOf } from "../cli-error.ts";
import { printable, type Shell } from "../shell.ts";
import { planTable } from "./plan-table.ts";
import { withCheckpoints } from "./reader.ts";

export interface RevertOptions {
  readonly turn: string | undefined;
  /** Take a revert back. */
  readonly undo: boolean;
  readonly force?: true;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly root?: string;
}

export async function revertTurn(shell: Shell, options: RevertOptions): Promise<number> {
  const { host } = shell;
  const asks = host.stdin.isTerminal && host.stderr.isTerminal && !options.yes && !options.dryRun;
  return withCheckpoints(shell, options.dryRun ? "look" : "use", options.root, async (checkpoints, root) => {
    const request = { turnId: options.turn, undo: options.undo, force: options.force ?? false, root };
    if (checkpoints === null) return tell(shell, noCheckpoints({ ...request, dryRun: options.dryRun ?? false }));
    if (options.dryRun) return tell(shell, await checkpoints.revert({ ...request, dryRun: true }));
    const turnId = asks ? await confirmed(shell, checkpoints, request) : options.turn;
    return tell(shell, await checkpoints.revert({ ...request, turnId, dryRun: false }));
  });
}

/** Shows the plan and asks. The turn that was shown is the one that is reverted, even if a newer one has begun since. */
async function confirmed(
  shell: Shell,
  checkpoints: Checkpoints,
  request: { turnId: string | undefined; undo: boolean; force: boolean; root: string | undefined },
): Promise<string | undefined> {
  const plan = await checkpoints.revert({ ...request, dryRun: true });
  const drifted = plan.drifted.length > 0;
  // What will be refused needs no question: the revert itself says why.
  if (!plan.success || plan.files.length === 0 || (drifted && !request.force)) return plan.turn_id || request.turnId;
  await shell.say(planTable(plan.files, shell.paint));
  const loss = drifted ? " Newer content of the drifted files is overwritten." : "";
  if (await shell.host.confirm(`Revert turn ${printable(plan.turn_id)} (${filesIn(plan.files.length)})?${loss}`)) {
    return plan.turn_id;
  }
  throw new CliError("cancelled", "nothing was reverted");
}

async function tell(shell: Shell, report: RevertReport): Promise<number> {
  if (shell.json) await shell.printJson(report);
  else {
    if (report.files.length > 0) await shell.print(`${planTable(report.files, shell.paint)}\n`);
    if (report.success) await shell.print(headline(report));
    else await shell.say(`mortise: ${printable(report.error ?? "the revert failed")}`);
    await shell.print(report.note);
  }
  if (report.success) return 0;
  return report.error_code === undefined ? 1 : exitCodeOf(report.error_code);
}

function headline(report: RevertReport): string {
  const turn = `turn ${printable(report.turn_id)}`;
  if (report.dry_run) return `Dry run of ${turn}: nothing was changed.`;
  const isBack = report.files.length > 0 && report.files.every((file) => file.status === "already_reverted");
  if (isBack) return `The ${turn} is already_reverted: nothing was changed.`;
  const undo = report.revert_turn_id === null ? "" : " To take that back: mortise checkpoints undo-revert";
  return `Reverted ${filesIn(report.reverted_count)} of ${turn}.${undo}`;
}

function filesIn(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}
