import type { Checkpoint } from "../ports/mod.ts";
import type { PlanEntry } from "./types.ts";

/** One path a turn wrote, with its rows in the order they were appended. */
export interface TurnPath {
  /** How answers name the path: below the root, or absolute when the turn wrote under several roots. */
  readonly label: string;
  readonly rows: readonly Checkpoint[];
}

/** What stands at a path now. */
export type CurrentState =
  | { readonly kind: "file"; readonly sha256: string }
  | { readonly kind: "missing" }
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

  const before = contentBefore(first);
  if (before === UNKNOWN) {
    return skip("unrecoverable", `the content before the turn (${first.beforeSize} bytes) was too large to be kept`);
  }
  const now = state.kind === "missing" ? ABSENT : state.sha256;
  if (now === before) return skip("already_reverted", "");

  const action = first.existed ? "restore" : "delete";
  const blob = first.beforeHash === null ? "good" : (blobs.get(first.beforeHash) ?? "missing");
  const blobTrouble = blob === "good" ? "" : `the stored content ${first.beforeHash} is ${blob}`;
  const drift = foreignChangeBetween(rows) ?? foreignChangeAfter(last, now);
  if (drift !== null) return { status: "drifted", action, detail: blobTrouble ? `${drift}; ${blobTrouble}` : drift };
  if (blobTrouble) return skip("unrecoverable", blobTrouble);
  return { status: "restorable", action, detail: "" };
}

function skip(status: Verdict["status"], detail: string): Verdict {
  return { status, action: "skip", detail };
}

// No sha256 is one of these.
const ABSENT = "absent";
const UNKNOWN = "unknown";

function contentBefore(row: Checkpoint): string {
  if (!row.existed) return ABSENT;
  return row.beforeHash ?? UNKNOWN;
}

function contentAfter(row: Checkpoint): string {
  return row.deleted ? ABSENT : (row.afterHash ?? UNKNOWN);
}

/**
 * A write must start from what the turn's previous write left, or, when that write was recorded but never carried out
 * (the process died in between), from what it started from.
 */
function foreignChangeBetween(rows: readonly Checkpoint[]): string | null {
  for (const [at, row] of rows.entries()) {
    const previous = rows[at - 1];
    if (!previous) continue;
    const start = contentBefore(row);
    const expected = [contentAfter(previous), contentBefore(previous)];
    const agrees =
      start === UNKNOWN || expected.includes(UNKNOWN)
        ? row.beforeSize === previous.afterSize || row.beforeSize === previous.beforeSize
        : expected.includes(start);
    if (!agrees) return "somebody else changed it between two writes of this turn";
  }
  return null;
}

/**
 * Content equal to what the last write started from counts as the agent's own: that write was recorded but not carried
 * out, or was undone by hand. Nothing is lost, for the earlier writes of the turn left exactly these bytes.
 */
function foreignChangeAfter(last: Checkpoint, now: string): string | null {
  const left = contentAfter(last);
  if (left === UNKNOWN) return "what the agent wrote there was not recorded";
  if (now === left || now === contentBefore(last)) return null;
  if (left === ABSENT) return "a new file stands where the agent deleted one";
  return now === ABSENT ? "it was deleted after the agent wrote it" : "it changed after the agent wrote it";
}
