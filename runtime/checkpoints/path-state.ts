import type { Checkpoint } from "../ports/mod.ts";

/** What stands at a path, or is to stand there. */
export type PathState =
  | { readonly kind: "missing" }
  /**
   * `sha256`: "" in a plan that is not carried out, for a content that by its size is none that is known. `mode`: permission
   * bits; `null` when they are not known, or shall stay what they are.
   */
  | { readonly kind: "file"; readonly sha256: string; readonly mode: number | null }
  /** The link itself; `sha256` is of the path it holds. */
  | { readonly kind: "link"; readonly sha256: string };

/** "unknown": a content that was too large to be kept, or that was not recorded. */
export type RecordedState = PathState | { readonly kind: "unknown" };

export function stateBefore(row: Checkpoint): RecordedState {
  if (!row.existed) return { kind: "missing" };
  return stateOf(row.beforeHash, row.beforeIsLink, row.beforeMode);
}

/** As `stateBefore`, but a content that was not kept is known too, where it was recorded: to compare with, not to go back to. */
export function stateSeen(row: Checkpoint): RecordedState {
  const before = stateBefore(row);
  return before.kind === "unknown" ? stateOf(row.seenHash, row.beforeIsLink, row.beforeMode) : before;
}

/** A write keeps the mode bits that it does not set. */
export function stateAfter(row: Checkpoint): RecordedState {
  if (row.deleted) return { kind: "missing" };
  return stateOf(row.afterHash, row.afterIsLink, row.afterMode ?? row.beforeMode);
}

/** Whether both are the same content, or both nothing; mode bits aside. What is unknown equals nothing. */
export function sameContent(a: RecordedState, b: RecordedState): boolean {
  if (a.kind === "missing" || b.kind === "missing") return a.kind === b.kind;
  if (a.kind === "unknown" || b.kind === "unknown") return false;
  return a.kind === b.kind && a.sha256 === b.sha256;
}

/** The blob that holds the content; `null` when none is needed. */
export function blobOf(state: RecordedState): string | null {
  return state.kind === "file" || state.kind === "link" ? state.sha256 : null;
}

/**
 * The mode bits to give a file that goes back to before these writes. `null`: it keeps its own, because those before are
 * not known, or because somebody changed them since: nobody's chmod is undone.
 */
export function modeToGive(rows: readonly Checkpoint[], now: PathState): number | null {
  const before = rows[0]?.beforeMode ?? null;
  return before === null || changedMode(rows, now) !== null ? null : before;
}

/** The bits somebody else gave the file between or after these writes; `null` when nobody did. */
export function changedMode(rows: readonly Checkpoint[], now: PathState): number | null {
  if (now.kind !== "file" || now.mode === null) return null;
  let left: number | null = null;
  let changed = false;
  for (const row of rows) {
    changed ||= left !== null && row.beforeMode !== null && row.beforeMode !== left;
    const after = stateAfter(row);
    left = after.kind === "file" ? after.mode : null;
  }
  changed ||= left !== null && now.mode !== left;
  return changed ? now.mode : null;
}

function stateOf(sha256: string | null, isLink: boolean, mode: number | null): RecordedState {
  if (sha256 === null) return { kind: "unknown" };
  return isLink ? { kind: "link", sha256 } : { kind: "file", sha256, mode };
}
