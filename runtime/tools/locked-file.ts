import { type Fingerprint, MAX_HASHED_BYTES, type ReadBeforeEdit } from "../file-state/mod.ts";
import type { ResolvedPath } from "../paths.ts";
import type { ToolContext } from "./context.ts";
import { failure, type ToolFailure } from "./types.ts";
import { refuseNonFile } from "./workspace-path.ts";

/** The content of a file as it stands under the lock. */
export interface CurrentFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly mode: number;
}

/** A path whose lock is held, with what was found there. */
export interface LockedFile {
  /** As the caller wrote it. */
  readonly path: string;
  readonly resolved: ResolvedPath;
  /** `null` when there is no file. */
  readonly current: CurrentFile | null;
  readonly seen: Fingerprint | null;
  /** The staleness block that goes into the result, when the policy only warns. */
  readonly block: ReadBeforeEdit | null;
}

/** A file above this is not taken into memory to be changed. */
export const MAX_WRITABLE_BYTES = 256 * 1024 * 1024;

/** Reads a path once; what follows judges and changes these bytes. */
export async function lookAt(
  ctx: ToolContext,
  tool: string,
  path: string,
  resolved: ResolvedPath,
): Promise<Omit<LockedFile, "block"> | ToolFailure> {
  const refused = refuseNonFile(tool, path, resolved.target);
  if (refused) return refused;
  const stat = resolved.target === "missing" ? null : await ctx.fs.lstat(resolved.absolute);
  if (stat === null) return { path, resolved, current: null, seen: null };
  if (stat.size > MAX_WRITABLE_BYTES) {
    const message = `${tool}: "${path}" has ${stat.size} bytes, over the ${MAX_WRITABLE_BYTES} that can be changed; read_file shows a window of it`;
    return failure("too_large", message, { path, size: stat.size });
  }
  const bytes = await ctx.fs.readFile(resolved.absolute);
  const sha256 = ctx.hash.sha256(bytes);
  const contentHash = bytes.length > MAX_HASHED_BYTES ? null : sha256;
  const seen = { mtimeNs: stat.mtimeNs, size: bytes.length, contentHash };
  return { path, resolved, current: { bytes, sha256, mode: stat.mode }, seen };
}
