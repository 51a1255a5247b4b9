import { isFileSystemError } from "../errors.ts";
import { baseName, isInGitFolder, isInside, joinPath, parentOf, resolveInRoot } from "../paths.ts";
import type { Checkpoint, FileSystem, Hash } from "../ports/mod.ts";
import { messageOf, workspaceIdOf } from "./capture.ts";
import { ARGUMENT_NAMES, type OptionNames } from "./note.ts";
import type { CurrentState, TurnPath } from "./plan.ts";
import { damageOf, isRootPath } from "./row-damage.ts";

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
  /** Of `root`, which may be another one than the rows name. */
  readonly workspaceId: string;
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
  hash: Hash,
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
  return { kind: "mapped", targets: targetsOf(rows, mapped, hash) };
}

/** What stands at a target now, with the bytes of a file or the path of a link. */
export interface Inspected {
  readonly state: CurrentState;
  /** `null` for a state that has none. */
  readonly bytes: Uint8Array | null;
}

/**
 * "unusable" when the path must not be touched or cannot be read.
 *
 * @param bySize A file of a size that no write recorded is not read: that it is none of the known contents shows already.
 */
export async function inspect(
  target: Target,
  deps: TargetDeps,
  folders?: FolderCache,
  bySize = false,
): Promise<Inspected> {
  try {
    return await look(target, deps, folders, bySize);
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    return { state: { kind: "unusable", why: `it cannot be read: ${messageOf(error)}` }, bytes: null };
  }
}

/** Where a target lies, as far as it may be touched; nothing is read. */
export type Located =
  | { readonly kind: "missing" }
  | { readonly kind: "link" }
  | { readonly kind: "file"; readonly mode: number; readonly size: number }
  | Extract<CurrentState, { readonly kind: "in_the_way" | "unusable" }>;

async function look(
  target: Target,
  deps: TargetDeps,
  folders: FolderCache | undefined,
  bySize: boolean,
): Promise<Inspected> {
  const { fs, hash } = deps;
  const located = await locate(target, deps, folders);
  if (located.kind === "in_the_way" || located.kind === "unusable") return { state: located, bytes: null };
  const turned = await turnedLink(target, fs);
  const known = turned === null ? {} : { turned };
  if (located.kind === "missing") return { state: { kind: "missing", ...known }, bytes: null };
  if (located.kind === "link") {
    const bytes = new TextEncoder().encode(await fs.readlink(target.absolute));
    return { state: { kind: "link", sha256: hash.sha256(bytes), ...known }, bytes };
  }
  if (bySize && !target.rows.some((row) => [row.beforeSize, row.afterSize].includes(located.size))) {
    return { state: { kind: "file", sha256: NONE_KNOWN, mode: located.mode, ...known }, bytes: null };
  }
  const bytes = await fs.readFile(target.absolute);
  return { state: { kind: "file", sha256: hash.sha256(bytes), mode: located.mode, ...known }, bytes };
}

/** In place of a sha256; equals none. */
const NONE_KNOWN = "";

/** Folders that were resolved while one plan is made; what is done later resolves anew. */
export class FolderCache {
  readonly #resolved = new Map<string, ReturnType<typeof resolveInRoot>>();

  resolve(root: string, relative: string, fs: FileSystem): ReturnType<typeof resolveInRoot> {
    const key = `${root}\0${relative}`;
    const known = this.#resolved.get(key) ?? resolveInRoot(root, relative, fs);
    this.#resolved.set(key, known);
    return known;
  }
}

/**
 * @param folders Left out: nothing is taken from a cache.
 * @throws FileSystemError
 */
export async function locate(
  target: Target,
  { fs, hash, protectedFolders }: TargetDeps,
  folders = new FolderCache(),
): Promise<Located> {
  const damage = target.rows.map((row) => damageOf(row, hash)).find((problem) => problem !== null);
  if (damage !== undefined) return { kind: "unusable", why: `its row in the index is damaged: ${damage}` };
  // The folder alone is resolved, for a link at the path itself is what stands there.
  const folder = parentOf(target.absolute);
  const relative = target.relativePath.slice(0, -baseName(target.absolute).length) || ".";
  const resolved = await folders.resolve(target.root, relative, fs);
  if (resolved.kind === "refused" || resolved.absolute !== folder) {
    // A link put there since the write may lead out of the root: that is a foreign change, not a reason to fail.
    const link = await firstLink(target, fs);
    if (link !== null) return { kind: "in_the_way", what: link };
    return { kind: "unusable", why: resolved.kind === "refused" ? resolved.message : "its folder is another by now" };
  }
  if (resolved.target === "file" || resolved.target === "other") {
    return { kind: "in_the_way", what: `the file "${baseName(folder)}"` };
  }
  if (isInGitFolder(target.relativePath)) return { kind: "unusable", why: "it lies in a .git folder" };
  if (protectedFolders.some((place) => isInside(place, target.absolute))) {
    return { kind: "unusable", why: "it lies in the product's own store" };
  }
  const stat = await fs.lstat(target.absolute);
  switch (stat?.kind) {
    case undefined:
      return { kind: "missing" };
    case "directory":
      return { kind: "in_the_way", what: "a folder" };
    case "other":
      return { kind: "in_the_way", what: "a special file" };
    case "symlink":
      return { kind: "link" };
    case "file":
      return { kind: "file", mode: stat.mode, size: stat.size };
  }
}

/** A sentence when the path that the agent named no longer leads here. */
async function turnedLink(target: Target, fs: FileSystem): Promise<string | null> {
  const named = target.rows.at(-1)?.namedPath ?? null;
  if (named === null) return null;
  const resolved = await resolveInRoot(target.root, named, fs);
  if (resolved.kind === "resolved" && resolved.absolute === target.absolute) return null;
  return `the link by which it was written, ${JSON.stringify(named)}, leads elsewhere now`;
}

async function firstLink(target: Target, fs: FileSystem): Promise<string | null> {
  let here = target.root;
  for (const name of target.relativePath.split("/")) {
    here = joinPath(here, name);
    if ((await fs.lstat(here))?.kind === "symlink") return `the link "${baseName(here)}"`;
  }
  return null;
}

export async function isRealFolder(folder: string, fs: FileSystem): Promise<boolean> {
  if (!isRootPath(folder)) return false;
  if ((await fs.stat(folder))?.kind !== "directory") return false;
  // Behind a link the same name may mean another tree than the one the turn wrote to.
  return (await fs.realpath(folder)) === folder;
}

function targetsOf(rows: readonly Checkpoint[], mapped: ReadonlyMap<string, string>, hash: Hash): Target[] {
  const several = severalRoots(rows);
  const workspaceIds = new Map([...mapped.values()].map((root) => [root, workspaceIdOf(root, hash)]));
  const targets = new Map<string, Target>();
  for (const row of rows) {
    const root = mapped.get(row.root) ?? row.root;
    const workspaceId = workspaceIds.get(root) ?? "";
    // Plain concatenation: a path that is not in normal form must not be taken for its normal form.
    const absolute = `${root === "/" ? "" : root}/${row.relativePath}`;
    const known = targets.get(absolute);
    const label = several ? absolute : row.relativePath;
    targets.set(
      absolute,
      known
        ? { ...known, rows: [...known.rows, row] }
        : { label, root, workspaceId, relativePath: row.relativePath, absolute, rows: [row] },
    );
  }
  return [...targets.values()];
}

export function labelsOf(rows: readonly Checkpoint[]): string[] {
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
