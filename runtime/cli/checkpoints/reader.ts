import type { Checkpoints } from "../../checkpoints/mod.ts";
import { openStore, storeExists } from "../open-store.ts";
import { realFolder } from "../real-folder.ts";
import { setUp } from "../setup.ts";
import type { Shell } from "../shell.ts";

/**
 * Runs `task` over the store, and closes it after. Where no store is, `task` gets `null` and none is made: looking must
 * leave no trace.
 */
export async function withCheckpoints(
  shell: Shell,
  task: (checkpoints: Checkpoints | null) => Promise<number>,
): Promise<number> {
  const setup = await setUp(shell);
  if (!(await storeExists(shell.host.fileSystem({ tempPrefix: ".mortise-" }), setup))) return task(null);
  const store = await openStore(shell.host, setup);
  try {
    return await task(store.checkpoints);
  } finally {
    await store.close();
  }
}

/** `--root` as the real path that checkpoints compare with. */
export async function mappedRoot(shell: Shell, root: string | undefined): Promise<string | undefined> {
  const { host } = shell;
  return root === undefined
    ? undefined
    : realFolder(host.fileSystem({ tempPrefix: ".mortise-" }), host.cwd(), root, "--root");
}
