import { baseName, isInGitFolder, isInside, joinPath, resolveInRoot } from "../paths.ts";
import type { Checkpoint, FileSystem, Hash } from "../ports/mod.ts";
import { messageOf, workspaceIdOf } from "./capture.ts";
import { ARGUMENT_NAMES, type OptionNames } from "./note.ts";
import type { CurrentState, TurnPath } from "./plan.ts";

export interface TargetDeps {
  readonly fs: FileSystem;
  readonly hash: Hash;
  /** Absolute real paths that no revert may touch. */
  readonly protectedFolders: readonly string[];
}

/** A path of a turn on this machine. Root and path come from the index, so they are checked like a model's arguments. */
export interface Target extends TurnPath {
  readonly root: string;
  readonly relativePath: string;
  /** Also the key of its lock. Nothing is read or written here before `inspect` has allowed it. */
  readonly absolute: string;
}

export type TargetMapping =
  | { readonly kind: "mapped"; readonly targets: readonly Target[] }
  | { readonly kind: "unmapped"; readonly paths: readonly string[]; readonly message: string };

/**
 * Finds where the turn's paths lie now: below the stored root while that folder exists, else below `root`. A given
 * `root` wins over the stored one when the turn wrote under a single root.
 */
export async function mapTargets(
  rows: readonly Checkpoint[],
  root: string | undefined,
  fs: FileSystem,
  options: OptionNames = ARGUMENT_NAMES,
): Promise<TargetMapping> {
  const stored = [...new Set(rows.map((row) => row.root))];
  const missing: string[] = [];
  const mapped = new Map<string, string>();
  for (const folder of stored) {
    if (root !== undefined && stored.length === 1) mapped.set(folder, root);
    else if (await isRealFolder(folder, fs)) mapped.set(folder, folder);
    else missing.push(folder);
  }
  const [onlyMissing, ...others] = missing;
  if (onlyMissing !== undefined && root !== undefined && others.length === 0) mapped.set(onlyMissing, root);
  const unusable =
    root !== undefined && [...mapped.values()].includes(root) && !(await isRealFolder(root, fs)) ? [root] : [];
  const unmapped = [...stored.filter((folder) => !mapped.has(folder)), ...unusable];
  if (unmapped.length > 0) {
    return { kind: "unmapped", paths: labelsOf(rows), message: unmappedMessage(unmapped, options) };
  }
  return { kind: "mapped", targets: targetsOf(rows, mapped) };
}

/** What stands at a target now; `unusable` when the path must not be touched or cannot be read. */
export async function inspect(target: Target, deps: TargetDeps): Promise<CurrentState> {
  try {
    return await look(target, deps);
  } catch (error) {
    return { kind: "unusable", why: `it cannot be read: ${messageOf(error)}` };
  }
}

async function look(target: Target, deps: TargetDeps): Promise<CurrentState> {
  const { fs, hash } = deps;
  const refusal = refusalOf(target, hash);
  if (refusal !== null) return { kind: "unusable", why: refusal };
  const resolved = await resolveInRoot(target.root, target.relativePath, fs);
  if (resolved.kind === "refused") {
    // A link put there since the write may lead out of the root: that is a foreign change, not a reason to fail.
    const link = await firstLink(target, fs);
    return link === null ? { kind: "unusable", why: resolved.message } : { kind: "in_the_way", what: link };
  }
  if (isInGitFolder(resolved.relative)) return { kind: "unusable", why: "it lies in a .git folder" };
  if (deps.protectedFolders.some((folder) => isInside(folder, resolved.absolute))) {
    return { kind: "unusable", why: "it lies in the product's own store" };
  }
  if (resolved.absolute !== target.absolute) {
    return { kind: "in_the_way", what: (await firstLink(target, fs)) ?? "a link" };
  }
  switch (resolved.target) {
    case "missing":
      return { kind: "missing" };
    case "directory":
      return { kind: "in_the_way", what: "a folder" };
    case "other":
      return { kind: "in_the_way", what: "a special file" };
    case "file":
      return { kind: "file", sha256: hash.sha256(await fs.readFile(resolved.absolute)) };
  }
}

/** Why the stored path itself is not to be believed; `null` when nothing speaks against it. */
function refusalOf(target: Target, hash: Hash): string | null {
  const { relativePath } = target;
  if (target.rows.some((row) => row.workspaceId !== workspaceIdOf(row.root, hash))) {
    return "its row in the index is damaged: workspace_id does not belong to root";
  }
  const normal = relativePath !== "" && !relativePath.startsWith("/") && joinPath(relativePath) === relativePath;
  if (!normal || relativePath.split("/").includes("..")) {
    return `its row in the index is damaged: ${JSON.stringify(relativePath)} is not a path below the root`;
  }
  return null;
}

async function firstLink(target: Target, fs: FileSystem): Promise<string | null> {
  let here = target.root;
  for (const name of target.relativePath.split("/")) {
    here = joinPath(here, name);
    if ((await fs.lstat(here))?.kind === "symlink") return `the link "${baseName(here)}"`;
  }
  return null;
}

async function isRealFolder(folder: string, fs: FileSystem): Promise<boolean> {
  if (!folder.startsWith("/") || joinPath(folder) !== folder || folder.includes("\0")) return false;
  if ((await fs.stat(folder))?.kind !== "directory") return false;
  // Behind a link the same name may mean another tree than the one the turn wrote to.
  return (await fs.realpath(folder)) === folder;
}

function targetsOf(rows: readonly Checkpoint[], mapped: ReadonlyMap<string, string>): Target[] {
  const several = severalRoots(rows);
  const targets = new Map<string, Target>();
  for (const row of rows) {
    const root = mapped.get(row.root) ?? row.root;
    // Plain concatenation: a path that is not in normal form must not be taken for its normal form.
    const absolute = `${root === "/" ? "" : root}/${row.relativePath}`;
    const known = targets.get(absolute);
    const label = several ? absolute : row.relativePath;
    targets.set(
      absolute,
      known
        ? { ...known, rows: [...known.rows, row] }
        : { label, root, relativePath: row.relativePath, absolute, rows: [row] },
    );
  }
  return [...targets.values()];
}

function labelsOf(rows: readonly Checkpoint[]): string[] {
  const several = severalRoots(rows);
  return [...new Set(rows.map((row) => (several ? `${row.root}/${row.relativePath}` : row.relativePath)))];
}

function severalRoots(rows: readonly Checkpoint[]): boolean {
  return rows.some((row) => row.root !== rows[0]?.root);
}

function unmappedMessage(folders: readonly string[], options: OptionNames): string {
  const names = folders.map((folder) => JSON.stringify(folder)).join(", ");
  return `the turn's workspace root ${names} is not a folder here; pass ${options.root} with the absolute path where its files are now`;
}
