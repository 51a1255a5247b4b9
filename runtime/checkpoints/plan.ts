import type { Checkpoint } from "../ports/mod.ts";
import {
  blobOf,
  changedMode,
  modeToGive,
  type PathState,
  sameContent,
  stateAfter,
  stateBefore,
  stateSeen,
} from "./path-state.ts";
import type { PlanEntry } from "./types.ts";

/** One path a turn wrote, with its rows in the order they were appended. */
export interface TurnPath {
  /** How answers name the path: below the root, or absolute when the turn wrote under several roots. */
  readonly label: string;
  readonly rows: readonly Checkpoint[];
}

/** What stands at a path now. */
export type CurrentState =
  /** `turned`: a link through which the path was named leads elsewhere by now. */
  | (PathState & { readonly turned?: string })
  | { readonly kind: "in_the_way"; readonly what: string }
  | { readonly kind: "unusable"; readonly why: string };

/** A stored content after its bytes were hashed: "damaged" does not hash to its name. */
export type BlobState = "good" | "missing" | "damaged";

/**
 * Says for each path what a revert would do. The first row holds the state before the turn, the last one what the agent
 * left; anything else found there is somebody's newer work.
 *
 * @param current     By label.
 * @param storedBlobs By sha256; a content that is not in the map is missing.
 */
export function planRevert(
  paths: readonly TurnPath[],
  current: ReadonlyMap<string, CurrentState>,
  storedBlobs: ReadonlyMap<string, BlobState>,
): PlanEntry[] {
  return paths.map((path) => {
    const state = current.get(path.label) ?? { kind: "unusable", why: "it was not looked at" };
    return { path: path.label, ...judge(path.rows, state, storedBlobs) };
  });
}

type Verdict = Omit<PlanEntry, "path">;

function judge(rows: readonly Checkpoint[], state: CurrentState, blobs: ReadonlyMap<string, BlobState>): Verdict {
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return skip("failed", "the turn has no row for this path");
  if (state.kind === "unusable") return skip("failed", state.why);
  if (state.kind === "in_the_way") return skip("drifted", `${state.what} stands where the agent left a file`);

  const before = stateBefore(first);
  const mode = modeToGive(rows, state);
  const kept = changedMode(rows, state);
  const isSameMode = state.kind !== "file" || mode === null || mode === state.mode;
  if (sameContent(state, stateSeen(first)) && isSameMode) return skip("already_reverted", "");
  if (before.kind === "unknown") {
    return skip("unrecoverable", `the content before the turn (${first.beforeSize} bytes) was too large to be kept`);
  }

  const action = first.existed ? "restore" : "delete";
  const blob = blobOf(before);
  const blobState = blob === null ? "good" : (blobs.get(blob) ?? "missing");
  const blobTrouble = blobState === "good" ? "" : `the stored content ${blob} is ${blobState}`;
  const drift = linkChange(state) ?? foreignChangeBetween(rows) ?? foreignChangeAfter(rows, last, state);
  if (drift !== null) return { status: "drifted", action, detail: blobTrouble ? `${drift}; ${blobTrouble}` : drift };
  if (blobTrouble) return skip("unrecoverable", blobTrouble);
  const detail = kept === null || action === "delete" ? "" : keptMode(kept);
  return { status: "restorable", action, detail };
}

function keptMode(mode: number): string {
  return `its permission bits were changed to ${mode.toString(8).padStart(4, "0")} since and are kept`;
}

function skip(status: Verdict["status"], detail: string): Verdict {
  return { status, action: "skip", detail };
}

function linkChange(state: CurrentState): string | null {
  return "turned" in state && state.turned !== undefined ? state.turned : null;
}

/**
 * A write must start from what the turn's previous write left, or from a state the turn had before: the previous write
 * was recorded but never carried out (the process died in between), or the turn was reverted and then went on.
 */
function foreignChangeBetween(rows: readonly Checkpoint[]): string | null {
  for (const [at, row] of rows.entries()) {
    const previous = rows[at - 1];
    if (!previous) continue;
    const start = stateSeen(row);
    const known = rows.slice(0, at).flatMap((earlier) => [stateAfter(earlier), stateSeen(earlier)]);
    const lastTwo = [stateAfter(previous), stateSeen(previous)];
    const agrees =
      start.kind === "unknown" || lastTwo.some((state) => state.kind === "unknown")
        ? row.beforeSize === previous.afterSize || row.beforeSize === previous.beforeSize
        : known.some((state) => sameContent(state, start));
    if (!agrees) return "somebody else changed it between two writes of this turn";
  }
  return null;
}

/**
 * Content equal to what the last write started from counts as the agent's own: that write was recorded but not carried
 * out, or was undone by hand. Nothing is lost, for the earlier writes of the turn left exactly these bytes.
 */
function foreignChangeAfter(rows: readonly Checkpoint[], last: Checkpoint, now: PathState): string | null {
  const left = stateAfter(last);
  if (left.kind === "unknown") return "what the agent wrote there was not recorded";
  if (sameContent(now, left) || sameContent(now, stateSeen(last))) return null;
  // Only the mode bits are to go back: the content is that of before the turn.
  if (rows[0] && sameContent(now, stateSeen(rows[0]))) return null;
  if (now.kind === "link") return "a link stands where the agent left a file";
  if (left.kind === "missing") return "a new file stands where the agent deleted one";
  return now.kind === "missing" ? "it was deleted after the agent wrote it" : "it changed after the agent wrote it";
}
