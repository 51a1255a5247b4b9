import { type Checkpoints, type OptionNames, SHELL_NOT_COVERED } from "../../checkpoints/mod.ts";
import { StoreError } from "../../errors.ts";
import type { FileSystem, Host } from "../../ports/mod.ts";
import { type Access, indexPath, newestIndexIn, openStore, storeExists } from "../open-store.ts";
import { realFolder } from "../real-folder.ts";
import { type Setup, setUp } from "../setup.ts";
import type { Shell } from "../shell.ts";
import { tellFailure } from "../tell-failure.ts";
import { copyIndex, type IndexCopy } from "./read-only-store.ts";

const FLAGS: OptionNames = { force: "--force", dryRun: "--dry-run", root: "--root" };

/**
 * Runs `task` over the store, and closes it after. Where no store is, `task` gets `null` and none is made: looking must
 * leave no trace. A failure, also of `task`, is an answer about checkpoints too and carries the note.
 *
 * @param root `--root`; `task` gets it as the real path that checkpoints compare with.
 */
export async function withCheckpoints(
  shell: Shell,
  access: Access,
  root: string | undefined,
  task: (checkpoints: Checkpoints | null, root: string | undefined) => Promise<number>,
): Promise<number> {
  try {
    return await overStore(shell, access, await mappedRoot(shell, root), task);
  } catch (error) {
    return tellFailure(shell, error, SHELL_NOT_COVERED);
  }
}

/** The same over a store that is made where there is none. */
export async function withNewCheckpoints(
  shell: Shell,
  task: (checkpoints: Checkpoints) => Promise<number>,
): Promise<number> {
  try {
    const store = await openStore(shell, await setUp(shell), FLAGS);
    try {
      await store.makeFolders();
      return await task(store.checkpoints);
    } finally {
      await store.close();
    }
  } catch (error) {
    return tellFailure(shell, error, SHELL_NOT_COVERED);
  }
}

async function overStore(
  shell: Shell,
  access: Access,
  root: string | undefined,
  task: (checkpoints: Checkpoints | null, root: string | undefined) => Promise<number>,
): Promise<number> {
  const { host } = shell;
  const setup = await setUp(shell);
  const files = host.fileSystem({ tempPrefix: ".mortise-" });
  if (!(await storeExists(files, setup))) return task(null, root);
  const copy = await copyIfReadOnly(host, files, setup);
  try {
    const store = await openStore(shell, setup, FLAGS, {
      access,
      ...(copy === null ? {} : { readOnlyIndexAt: copy.path }),
    });
    try {
      return await task(store.checkpoints, root);
    } finally {
      await store.close();
    }
  } finally {
    await copy?.remove();
  }
}

/** `null` where the index can be opened where it is, or fails in another way, which the task will meet too. */
async function copyIfReadOnly(host: Host, files: FileSystem, { settings }: Setup): Promise<IndexCopy | null> {
  const store = settings.coding.checkpoint_dir;
  const index = host.openIndex(indexPath(store), { sync: true, look: true });
  try {
    await index.runningReverts();
    return null;
  } catch (error) {
    if (!(error instanceof StoreError) || error.errorCode !== "store_read_only") return null;
    return await copyIndex(host, files, (await newestIndexIn(files, store)) ?? indexPath(store));
  } finally {
    await index.close();
  }
}

async function mappedRoot(shell: Shell, root: string | undefined): Promise<string | undefined> {
  const { host } = shell;
  return root === undefined
    ? undefined
    : realFolder(host.fileSystem({ tempPrefix: ".mortise-" }), host.cwd(), root, "--root");
}
