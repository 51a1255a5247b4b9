import { type PruneReport, SHELL_NOT_COVERED } from "../../checkpoints/mod.ts";
import { CliError } from "../cli-error.ts";
import type { Shell } from "../shell.ts";
import { sentenceOf } from "./prune-sentence.ts";
import { withCheckpoints } from "./reader.ts";

const NOTHING: PruneReport = {
  rows: 0,
  blobs: 0,
  bytes: 0,
  oversize_turns: [],
  store_bytes: 0,
  dry_run: false,
  postponed: null,
};

export async function pruneStore(shell: Shell, options: { dryRun?: true; yes?: true }): Promise<number> {
  const { host } = shell;
  const asks = host.stdin.isTerminal && host.stderr.isTerminal && !options.yes && !options.dryRun;
  return withCheckpoints(shell, options.dryRun ? "look" : "use", undefined, async (checkpoints) => {
    if (checkpoints === null) return tell(shell, { ...NOTHING, dry_run: options.dryRun ?? false });
    if (asks) {
      const plan = await checkpoints.prune({ dryRun: true });
      const isIdle = plan.rows === 0 && plan.blobs === 0;
      if (!isIdle && !(await host.confirm(`${sentenceOf(plan)} Go on?`)))
        throw new CliError("cancelled", "nothing was deleted");
    }
    return tell(shell, await checkpoints.prune({ dryRun: options.dryRun ?? false }));
  });
}

async function tell(shell: Shell, report: PruneReport): Promise<number> {
  if (shell.json) await shell.printJson({ ...report, ...SHELL_NOT_COVERED });
  else await shell.print(sentenceOf(report));
  return 0;
}
