import { isFileSystemError } from "../errors.ts";
import { parentOf } from "../paths.ts";
import { inParallel } from "./in-parallel.ts";
import { type RestoreDeps, type Step, type StepOutcome, takeStep } from "./restore.ts";

/**
 * Takes all steps, several at a time, then syncs each folder once: what is "done" in the answer is durable. Answers in
 * the order of the steps.
 */
export async function carryOut(steps: readonly Step[], deps: RestoreDeps): Promise<readonly StepOutcome[]> {
  const outcomes = await inParallel(steps, (step) => takeStep(step, deps));
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
