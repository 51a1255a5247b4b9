import { type Checkpoints, type OptionNames, SHELL_NOT_COVERED } from "../../checkpoints/mod.ts";
import { StoreError } from "../../errors.ts";
import type { FileSystem, Host } from "../../ports/mod.ts";
import { CliError } from "../cli-error.ts";
import { type Access, indexPath, openStore, storeExists } from "../open-store.ts";
import { realFolder } from "../real-folder.ts";
import { type Setup, setUp } from "../setup.ts";
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
  if (!(await storeExists(files, setup))) {
    await refuseUnknownStore(shell, files, setup);
    return task(null, root);
  }
  const isReadOnly = access === "use" && (await canOnlyLook(host, setup));
  const store = await openStore(shell, setup, FLAGS, { access: isReadOnly ? "read-only" : access });
  try {
    return await task(store.checkpoints, root);
  } finally {
    await store.close();
  }
}

/** Where the store usually is nothing may have been stored yet; a place that was named holds what somebody looks for. */
async function refuseUnknownStore(shell: Shell, files: FileSystem, { settings }: Setup): Promise<void> {
  const folder = settings.coding.checkpoint_dir;
  if (shell.store === undefined || (await files.stat(folder)) !== null) return;
  throw new CliError("bad_argument", `--store: there is no folder "${folder}"; give the path of the store's folder`);
}

/** The database library wants to write beside the file also to read it. Any other failure the task will meet too. */
async function canOnlyLook(host: Host, { settings }: Setup): Promise<boolean> {
  const index = host.openIndex(indexPath(settings.coding.checkpoint_dir), { sync: true });
  try {
    await index.runningReverts();
    return false;
  } catch (error) {
    return error instanceof StoreError && error.errorCode === "store_read_only";
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
