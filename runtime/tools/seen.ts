import type { Fingerprint } from "../file-state/mod.ts";
import type { ToolContext } from "./context.ts";

/**
 * The session was shown this file, or a part of it.
 *
 * @param sha256 Of the whole content; `null` when it was not read whole.
 */
export function sawFile(
  ctx: ToolContext,
  absolute: string,
  fingerprint: Fingerprint,
  { sha256, partial }: { readonly sha256: string | null; readonly partial: boolean },
): void {
  ctx.fileState.observe(ctx.sessionId, absolute, { ...fingerprint, partial });
  ctx.fileState.marks.read(ctx, absolute, sha256);
}

/** The session wrote this content. */
export function wroteFile(ctx: ToolContext, absolute: string, fingerprint: Fingerprint, sha256: string): void {
  ctx.fileState.observe(ctx.sessionId, absolute, { ...fingerprint, partial: false });
  ctx.fileState.marks.wrote(ctx, absolute, sha256);
}

/** The session took the file away, or was told that it is not there: a new one is not `gone`. */
export function removedFile(ctx: ToolContext, absolute: string): void {
  ctx.fileState.forget(ctx.sessionId, absolute);
  ctx.fileState.marks.forget(ctx.sessionId, absolute);
}
