import {
  applyPolicy,
  gateFor,
  isRevisionOf,
  parseRevision,
  type ReadBeforeEdit,
  revisionOf,
} from "../file-state/mod.ts";
import type { ToolContext } from "./context.ts";
import type { LockedFile } from "./locked-file.ts";
import { failure, type ToolFailure } from "./types.ts";

/** What must hold of a file before a call may change it. */
export interface WriteGuards {
  /** A file that is there must have been read, as `coding.read_gate` asks. */
  readonly gate?: boolean;
  /** Compare with what the session saw; off only where the caller knows the exact state to start from. */
  readonly staleness?: boolean;
  /** Token of the content that the caller means, as it was passed. */
  readonly revision?: string | undefined;
  /** The argument that counts lines or places, such as "insert_line 5". */
  readonly lineAddress?: string | undefined;
}

/** Whether the token can be read at all; asked before anything is locked or read. */
export function refuseBadRevision(tool: string, revision: string | undefined): ToolFailure | null {
  if (revision === undefined || parseRevision(revision) !== null) return null;
  const message =
    `${tool}: revision ${JSON.stringify(revision)} is not a token; pass 6 or more hex digits of the revision that ` +
    'a read or edit reported, such as "sha256:1a2b3c4d5e6f", or leave it out. Nothing was changed';
  return failure("bad_revision", message, { revision });
}

/**
 * The guards, in their order: turn gate, staleness, revision, line address.
 *
 * @returns A refusal, or the staleness block to report (`null`: nothing to say).
 */
export function judge(
  ctx: ToolContext,
  tool: string,
  file: Omit<LockedFile, "block">,
  guards: WriteGuards,
): ToolFailure | { readonly block: ReadBeforeEdit | null } {
  const unread = refuseUnread(ctx, tool, file, guards);
  if (unread) return unread;
  const { resolved, seen } = file;
  const judgement = ctx.fileState.judge(ctx.sessionId, resolved.absolute, seen);
  const mode = guards.staleness === false ? "off" : ctx.settings.coding.read_before_edit;
  const block = applyPolicy(mode, judgement, resolved.relative);
  if (block?.mode === "enforce") {
    const message = `${tool}: ${block.message}; nothing was changed`;
    return failure(block.verdict, message, { path: resolved.relative, read_before_edit: block });
  }
  const refused = refuseRevision(tool, file, guards) ?? refuseLineAddress(ctx, tool, file, guards);
  return refused === null ? { block } : withGuard(refused, block);
}

/** The guard's warning rides along on a failure too: "it changed under you" is what a missed match needs to hear. */
export function withGuard(refused: ToolFailure, block: ReadBeforeEdit | null): ToolFailure {
  if (block === null) return refused;
  return { ...refused, data: { ...refused.data, read_before_edit: block, warning: block.message } };
}

type Looked = Omit<LockedFile, "block">;

function refuseUnread(ctx: ToolContext, tool: string, { resolved, current }: Looked, guards: WriteGuards) {
  if (!guards.gate || current === null) return null;
  const gate = gateFor(ctx.settings.coding.read_gate, ctx.surface);
  if (ctx.fileState.marks.passes(gate, ctx, resolved.absolute, current.sha256)) return null;
  const path = resolved.relative;
  const message =
    `${tool}: "${path}" was not read in this ${gate}; nothing was changed. Read it with read_file, or with edit_file and ` +
    'command "view", then send this call again';
  return failure("not_read_this_turn", message, { path, read_gate: gate });
}

function refuseRevision(tool: string, { resolved, current }: Looked, { revision }: WriteGuards): ToolFailure | null {
  if (revision === undefined) return null;
  const digits = parseRevision(revision) ?? "";
  if (current !== null && isRevisionOf(digits, current.sha256)) return null;
  const path = resolved.relative;
  const now = current === null ? null : revisionOf(current.sha256);
  const state = now === null ? "it does not exist now" : `it is now ${now}`;
  const next = now === null ? "list_files shows what is there" : "view the file again and retry";
  const message = `${tool}: "${path}" changed since revision sha256:${digits} was read (${state}); nothing was changed, ${next}`;
  return failure("revision_mismatch", message, { path, revision: `sha256:${digits}`, current_revision: now });
}

function refuseLineAddress(
  ctx: ToolContext,
  tool: string,
  { resolved, current }: Looked,
  { lineAddress, revision }: WriteGuards,
): ToolFailure | null {
  if (lineAddress === undefined || revision !== undefined || current === null) return null;
  if (ctx.fileState.marks.shownHash(ctx.sessionId, resolved.absolute) === current.sha256) return null;
  const path = resolved.relative;
  const message =
    `${tool}: ${lineAddress} counts in content of "${path}" that this session was not shown as it is now; nothing was ` +
    "changed. View the file and count again, or pass as revision the token of the content that you counted in";
  return failure("stale_line_address", message, { path });
}
