import { FileSystemError } from "../../runtime/errors.ts";
import { joinPath, parentOf } from "../../runtime/paths.ts";
import type { Hash, StagedFile, WriteOptions, WriteOutcome } from "../../runtime/ports/mod.ts";
import type { FilePrimitives, NewFile, OwnedStat } from "./primitives.ts";

export interface TempFiles {
  readonly hash: Hash;
  readonly tempPrefix: string;
  readonly beforeTemp: (folder: string) => Promise<void>;
}

/**
 * The write of the port: a temporary file with the whole content, then one rename. At every instant `path` is the old
 * bytes or the new; a hard link is broken by the rename, never written through.
 *
 * The owner is kept where the process may give files away. Extended attributes are not: the hosts have no call for them.
 */
export async function replaceFile(
  host: FilePrimitives,
  temps: TempFiles,
  path: string,
  data: Uint8Array | AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<WriteOutcome> {
  return (await stageFile(host, temps, path, data, options)).publish();
}

/** Everything of a write but the rename. What speaks against it already is told by `publish`. */
export async function stageFile(
  host: FilePrimitives,
  temps: TempFiles,
  path: string,
  data: Uint8Array | AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<StagedFile> {
  const standing = await lstatOrNull(host, path);
  if (standing?.kind === "directory") throw new FileSystemError("EISDIR", "writeFile", path);
  if (standing?.kind === "other") {
    throw new FileSystemError("EINVAL", "writeFile", path, { detail: "neither a file nor a link" });
  }
  const isRefused =
    (options.exclusive && standing !== null) || (options.expectSha256 !== undefined && standing?.kind !== "file");
  if (isRefused) return { publish: async () => "changed", discard: async () => {} };

  const kept = standing?.kind === "file" ? standing : null;
  const folder = options.tempFolder ?? parentOf(path);
  await temps.beforeTemp(folder);
  // Never wider than the file it replaces, also while it is being filled.
  const temp = await createTemp(host, folder, temps.tempPrefix, options.mode ?? kept?.mode ?? 0o666);
  try {
    await fill(host, temp.file, data, kept, options);
  } catch (error) {
    await unlinkQuietly(host, temp.path);
    throw error;
  }
  return {
    publish: () => publishTemp(host, temps.hash, temp.path, path, options),
    discard: () => unlinkQuietly(host, temp.path),
  };
}

async function publishTemp(
  host: FilePrimitives,
  hash: Hash,
  temp: string,
  path: string,
  options: WriteOptions,
): Promise<WriteOutcome> {
  let outcome: WriteOutcome;
  try {
    outcome = await publish(host, hash, temp, path, options);
    if (outcome === "changed") await host.unlink(temp);
  } catch (error) {
    await unlinkQuietly(host, temp);
    throw error;
  }
  if (outcome === "written" && options.durable === true) await host.syncFolder(parentOf(path));
  return outcome;
}

/** A link in place of what stands at `path`, by a temporary link and one rename. */
export async function replaceByLink(
  host: FilePrimitives,
  temps: TempFiles,
  target: string,
  path: string,
): Promise<void> {
  const folder = parentOf(path);
  await temps.beforeTemp(folder);
  const temp = joinPath(folder, `${temps.tempPrefix}${randomHex(4)}.tmp`);
  await host.symlink(target, temp);
  try {
    await host.rename(temp, path);
  } catch (error) {
    await unlinkQuietly(host, temp);
    throw error;
  }
}

async function createTemp(
  host: FilePrimitives,
  folder: string,
  prefix: string,
  mode: number,
): Promise<{ path: string; file: NewFile }> {
  for (let attempt = 1; ; attempt++) {
    const path = joinPath(folder, `${prefix}${randomHex(4)}.tmp`);
    try {
      return { path, file: await host.createFile(path, mode & 0o777) };
    } catch (error) {
      if (host.errorCode(error) !== "EEXIST" || attempt === 8) throw error;
    }
  }
}

async function fill(
  host: FilePrimitives,
  file: NewFile,
  data: Uint8Array | AsyncIterable<Uint8Array>,
  kept: OwnedStat | null,
  options: WriteOptions,
): Promise<void> {
  try {
    if (data instanceof Uint8Array) await file.write(data);
    else for await (const piece of data) await file.write(piece);
    let mode = options.mode ?? kept?.mode;
    // Before the mode: giving a file away clears its set-id bits.
    if (kept !== null && mode !== undefined && !(await keepOwner(host, file, kept))) mode &= 0o1777;
    if (mode !== undefined) await file.chmod(mode);
    if (options.durable) await file.sync();
  } finally {
    await file.close();
  }
}

/** False when the process may not give the file its old owner; set-id bits would then lend the wrong user's rights. */
async function keepOwner(host: FilePrimitives, file: NewFile, kept: OwnedStat): Promise<boolean> {
  const own = await file.owner();
  if (own.uid === kept.uid && own.gid === kept.gid) return true;
  try {
    await file.chown({ uid: kept.uid, gid: kept.gid });
    return true;
  } catch (error) {
    if (REFUSED.has(host.errorCode(error) ?? "")) return false;
    throw error;
  }
}

async function publish(
  host: FilePrimitives,
  hash: Hash,
  temp: string,
  path: string,
  options: WriteOptions,
): Promise<WriteOutcome> {
  if (options.exclusive) return publishNew(host, temp, path);
  if (options.expectSha256 !== undefined && (await hashOf(host, hash, path)) !== options.expectSha256) return "changed";
  await host.rename(temp, path);
  return "written";
}

/** A second name for the temporary file appears whole or not at all, and never over anything. */
async function publishNew(host: FilePrimitives, temp: string, path: string): Promise<WriteOutcome> {
  try {
    await host.link(temp, path);
  } catch (error) {
    const code = host.errorCode(error) ?? "";
    if (code === "EEXIST") return "changed";
    if (!NO_HARD_LINKS.has(code)) throw error;
    return reserveAndRename(host, temp, path);
  }
  await host.unlink(temp);
  return "written";
}

/** Where there are no hard links: an empty file holds the name until the rename, which still publishes all bytes at once. */
async function reserveAndRename(host: FilePrimitives, temp: string, path: string): Promise<WriteOutcome> {
  try {
    const reserved = await host.createFile(path, 0o600);
    await reserved.close();
  } catch (error) {
    if (host.errorCode(error) === "EEXIST") return "changed";
    throw error;
  }
  try {
    await host.rename(temp, path);
  } catch (error) {
    await unlinkQuietly(host, path);
    throw error;
  }
  return "written";
}

/** `null` when no regular file stands there; what is not one (a FIFO) is never opened. */
async function hashOf(host: FilePrimitives, hash: Hash, path: string): Promise<string | null> {
  if ((await lstatOrNull(host, path))?.kind !== "file") return null;
  try {
    return hash.sha256(await host.readFile(path));
  } catch (error) {
    if (host.errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

async function lstatOrNull(host: FilePrimitives, path: string): Promise<OwnedStat | null> {
  try {
    return await host.lstat(path);
  } catch (error) {
    if (host.errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

async function unlinkQuietly(host: FilePrimitives, path: string): Promise<void> {
  try {
    await host.unlink(path);
  } catch {
    // The error that led here is the one to report; a leftover is found by the next start.
  }
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

const REFUSED = new Set(["EPERM", "EACCES", "EINVAL", "ENOTSUP", "ENOSYS"]);
const NO_HARD_LINKS = new Set(["EPERM", "EACCES", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);
