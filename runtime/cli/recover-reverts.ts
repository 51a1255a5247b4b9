import type { OpenStore } from "./open-store.ts";
import type { RunningWork } from "./running-work.ts";
import { faultText, printable, type Shell } from "./shell.ts";

/** Ends reverts that died with their process, beside the first requests: opening the index takes longer than a start may. */
export function recoverReverts(shell: Shell, store: OpenStore, running: RunningWork): void {
  const told = recover(shell, store).catch((error: unknown) => {
    return shell.say(`mortise: warning: a revert that was cut off could not be ended: ${faultText(error)}`);
  });
  void running.add(told);
}

async function recover(shell: Shell, store: OpenStore): Promise<void> {
  for (const revert of await store.checkpoints.recover()) {
    const name = `revert ${printable(revert.turnId)}, cut off with its process`;
    if (revert.state === "interrupted") {
      const why = printable(revert.problem);
      await shell.say(`mortise: warning: ${name}, cannot be ended and is left as it is: ${why}`);
    } else await shell.say(`mortise: ${name}, is ${OUTCOMES[revert.state]}`);
  }
}

const OUTCOMES = {
  done: "done",
  finished: "finished now",
  rolled_back: "rolled back, because some of its files changed since",
  partial: "finished in part; mortise checkpoints show tells which of its files are left",
} as const;
