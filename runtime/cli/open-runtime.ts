import { isInside } from "../paths.ts";
import { createRuntime, type Runtime } from "../runtime.ts";
import { CliError } from "./cli-error.ts";
import type { OpenStore } from "./open-store.ts";
import type { Setup } from "./setup.ts";
import { printable, type Shell } from "./shell.ts";

/** Everything that must be done before the first request: folders made, leftovers of killed processes swept. */
export async function openRuntime(shell: Shell, setup: Setup, store: OpenStore, root: string): Promise<Runtime> {
  const { host } = shell;
  const inside = store.protectedFolders.find((folder) => isInside(folder, root));
  if (inside !== undefined) {
    throw new CliError(
      "bad_argument",
      `folder "${root}" lies in "${inside}", which no tool may touch; pass another folder`,
    );
  }
  await store.makeFolders();
  for (const problem of await store.sweep()) await shell.say(`mortise: warning: ${printable(problem)}`);
  const { fs, locks, checkpoints, memory, protectedFolders } = store;
  const { hash, clock, ids, grammars, checkers } = host;
  const ports = { fs, locks, checkpoints, memory, hash, clock, ids, grammars, checkers };
  return createRuntime(ports, { root, protectedFolders, settings: setup.settings });
}
