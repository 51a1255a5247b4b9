import { type Checkpoints, type OptionNames, SHELL_NOT_COVERED } from "../../checkpoints/mod.ts";
import { openStore, storeExists } from "../open-store.ts";
import { realFolder } from "../real-folder.ts";
import { setUp } from "../setup.ts";
import type { Shell } from "../shell.ts";
import { tellFailure } from "../tell-failure.ts";

const FLAGS: OptionNames = { force: "--force", dryRun: "--dry-run", root: "--root" };

/**
 * Runs `task` over the store, and closes it after. Where no store is, `task` gets `null` and none is made: looking must
 * leave no trace. A failure, also of `task`, is an answer about checkpoints too and carries the note.
 *
 * @param root `--root`; `task` gets it as the real path that checkpoints compare with.
 */
export async function withCheckpoints(
  shell: Shell,
  root: string | undefined,
  task: (checkpoints: Checkpoints | null, root: string | undefined) => Promise<number>,
): Promise<number> {
  try {
    return await overStore(shell, await mappedRoot(shell, root), task);
  } catch (error) {
    return tellFailure(shell, error, SHELL_NOT_COVERED);
  }
}

async function overStore(
  shell: Shell,
  root: string | undefined,
  task: (checkpoints: Checkpoints | null, root: string | undefined) => Promise<number>,
): Promise<number> {
  const setup = await setUp(shell);
  if (!(await storeExists(shell.host.fileSystem({ tempPrefix: ".mortise-" }), setup))) return task(null, root);
  const store = await openStore(shell.host, setup, FLAGS);
  try {
    return await task(store.checkpoints, root);
  } finally {
    await store.close();
  }
}

async function mappedRoot(shell: Shell, root: string | undefined): Promise<string | undefined> {
  const { host } = shell;
  return root === undefined
    ? undefined
    : realFolder(host.fileSystem({ tempPrefix: ".mortise-" }), host.cwd(), root, "--root");
}
