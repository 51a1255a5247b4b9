import { sentenceOf } from "./checkpoints/prune-sentence.ts";
import type { OpenStore } from "./open-store.ts";
import type { RunningWork } from "./running-work.ts";
import type { Setup } from "./setup.ts";
import { faultText, type Shell } from "./shell.ts";

/** Pruning takes its turn at most hourly over all processes; a little more finds the last claim run out. */
const PRUNE_EVERY_MS = 61 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Beside the requests, never before them. Answers what ends it. */
export function pruneNowAndThen(shell: Shell, setup: Setup, store: OpenStore, running: RunningWork): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  void running.add(store.checkpoints.prepare());
  const prune = () => {
    timer = setTimeout(prune, PRUNE_EVERY_MS);
    const told = pruneStore(shell, setup, store).catch((error: unknown) => {
      return shell.say(`mortise: warning: old checkpoints could not be pruned: ${faultText(error)}`);
    });
    void running.add(told);
  };
  prune();
  return () => clearTimeout(timer);
}

/** What a session noted for itself is kept as long as its checkpoints. */
async function pruneStore(shell: Shell, { settings }: Setup, store: OpenStore): Promise<void> {
  const { host } = shell;
  const report = await store.checkpoints.pruneIfDue();
  if (report === null) return;
  if (report.postponed !== null || report.oversize_turns.length > 0) {
    await shell.say(`mortise: checkpoints: ${sentenceOf(report)}`);
  }
  await store.memory.expireSessions(host.clock.now() - settings.coding.checkpoint_retention_days * DAY_MS);
}
