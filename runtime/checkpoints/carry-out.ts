import { isFileSystemError } from "../errors.ts";
import { parentOf } from "../paths.ts";
import { inParallel } from "./in-parallel.ts";
import { prepareStep, type RestoreDeps, type Step, type StepOutcome } from "./restore.ts";

/** So many new files stand ready at once. */
const BATCH = 512;

/**
 * Takes all steps, several at a time, then syncs each folder once: what is "done" in the answer is durable. Answers in
 * the order of the steps.
 *
 * The new contents of a batch are synced before the first is renamed, so that its files change within a short time of
 * each other.
 */
export async function carryOut(steps: readonly Step[], deps: RestoreDeps): Promise<readonly StepOutcome[]> {
  const outcomes: StepOutcome[] = [];
  for (let at = 0; at < steps.length; at += BATCH) {
    const ready = await inParallel(steps.slice(at, at + BATCH), (step) => prepareStep(step, deps));
    outcomes.push(...(await inParallel(ready, (finish) => finish())));
  }
  const changed = steps.filter((_, at) => outcomes[at]?.kind === "done");
  const folders = [...new Set(changed.map(({ target }) => parentOf(target.absolute)))];
  const unsynced = new Map<string, string>();
  await inParallel(folders, async (folder) => {
    try {
      await deps.fs.syncFolder(folder);
    } catch (error) {
      if (!isFileSystemError(error)) throw error;
      // Somebody removed the whole folder: nothing of ours is left to be synced.
      if (error.code !== "ENOENT") unsynced.set(folder, error.message);
    }
  });
  return outcomes.map((outcome, at) => {
    const step = steps[at];
    const why = step && unsynced.get(parentOf(step.target.absolute));
    return why === undefined || outcome.kind === "stuck"
      ? outcome
      : { kind: "stuck", status: "failed", why, touched: true };
  });
}
