import { isInside } from "../paths.ts";
import type { CheckpointIndex } from "../ports/mod.ts";
import { decodeText, unifiedDiff } from "../text/mod.ts";
import { messageOf } from "./capture.ts";
import { chooseTurn } from "./choose-turn.ts";
import { SHELL_NOT_COVERED } from "./note.ts";
import { type RestoreDeps, readBlob } from "./restore.ts";
import { rowsMeant } from "./rows-meant.ts";
import { inspect, mapTargets, type Target } from "./targets.ts";
import type { FileDiff, TurnDiff } from "./types.ts";

/** A text over this size is not compared line by line. */
const MAX_DIFFED_BYTES = 2 * 1024 * 1024;

export interface DiffDeps extends RestoreDeps {
  readonly index: CheckpointIndex;
}

/**
 * What a turn did to each of its files, as far as the contents are still to be had: from before the turn to what the turn
 * left, or, where that is gone, to what stands there now. `null`: the turn has no checkpoints that are meant.
 */
export async function diffTurn(
  turnId: string | undefined,
  where: { readonly root?: string; readonly withinRoot?: string },
  deps: DiffDeps,
): Promise<TurnDiff | null> {
  const { root, withinRoot } = where;
  const chosen = await chooseTurn({ turnId, ...where }, deps.index);
  if (chosen === null) return null;
  const rows = await rowsMeant(await deps.index.byTurn(chosen), where, deps.fs);
  if (rows.length === 0) return null;
  const mapping = await mapTargets(rows, root, deps.fs, deps.hash, deps.optionNames);
  if (mapping.kind === "unmapped") {
    const files = mapping.paths.map((path) => untold(path, mapping.message));
    return { turn_id: chosen, files, ...SHELL_NOT_COVERED };
  }
  const files: FileDiff[] = [];
  for (const target of mapping.targets) {
    const isForeign = withinRoot !== undefined && !isInside(withinRoot, target.root);
    files.push(isForeign ? untold(target.label, FOREIGN) : await diffOf(target, deps));
  }
  return { turn_id: chosen, files, ...SHELL_NOT_COVERED };
}

const FOREIGN = "it lies under another root than the one served here; the command line shows it";

interface Content {
  /** Empty for no file. */
  readonly bytes: Uint8Array;
  readonly exists: boolean;
}

async function diffOf(target: Target, deps: DiffDeps): Promise<FileDiff> {
  try {
    const before = await contentBefore(target, deps);
    if (typeof before === "string") return untold(target.label, before);
    const left = await contentLeft(target, deps);
    const to = left === null ? "now" : "turn";
    const after = left ?? (await contentNow(target, deps));
    if (typeof after === "string") return untold(target.label, after);
    return textDiff(target.label, to, before, after);
  } catch (error) {
    return untold(target.label, messageOf(error));
  }
}

function textDiff(path: string, to: FileDiff["to"], before: Content, after: Content): FileDiff {
  const change = before.exists ? (after.exists ? "changed" : "deleted") : "created";
  const [from, until] = [textOf(before.bytes), textOf(after.bytes)];
  if (from === null || until === null) {
    const detail = `${before.bytes.length} -> ${after.bytes.length} bytes that are no text, or too many to compare`;
    return { path, change, to, diff: null, added: null, removed: null, detail };
  }
  const { text, added, removed, truncated } = unifiedDiff(from, until, { path, maxCharacters: MAX_DIFFED_BYTES });
  const detail = truncated ? "the rest is left out" : to === "now" ? "to what stands there now" : "";
  return { path, change, to, diff: text, added, removed, detail };
}

function untold(path: string, detail: string): FileDiff {
  return { path, change: "unknown", to: "turn", diff: null, added: null, removed: null, detail };
}

function textOf(bytes: Uint8Array): string | null {
  if (bytes.length > MAX_DIFFED_BYTES) return null;
  const decoded = decodeText(bytes);
  return decoded.kind === "text" ? decoded.text : null;
}

/** A sentence when it cannot be told. */
async function contentBefore({ rows: [first] }: Target, deps: DiffDeps): Promise<Content | string> {
  if (!first?.existed) return NO_FILE;
  if (first.beforeHash === null)
    return `the content before the turn (${first.beforeSize} bytes) was too large to be kept`;
  const blob = await readBlob(first.beforeHash, deps);
  if (blob.state !== "good") return `the stored content ${first.beforeHash} is ${blob.state}`;
  return { bytes: blob.bytes, exists: true };
}

/** What the turn left there: still in the file, or kept because a later turn replaced it. `null` when it is gone. */
async function contentLeft(target: Target, deps: DiffDeps): Promise<Content | null> {
  const last = target.rows.at(-1);
  if (last === undefined || last.deleted) return NO_FILE;
  if (last.afterHash === null) return null;
  const now = await contentNow(target, deps);
  if (typeof now !== "string" && now.exists && deps.hash.sha256(now.bytes) === last.afterHash) return now;
  const blob = await readBlob(last.afterHash, deps);
  return blob.state === "good" ? { bytes: blob.bytes, exists: true } : null;
}

/** The path comes from the index, so it is read only where a revert could read it. */
async function contentNow(target: Target, deps: DiffDeps): Promise<Content | string> {
  const { state, bytes } = await inspect(target, deps);
  if (state.kind === "missing") return NO_FILE;
  if (state.kind === "unusable") return state.why;
  if (state.kind === "in_the_way") return `${state.what} stands where the agent left a file`;
  return { bytes: bytes ?? new Uint8Array(), exists: true };
}

const NO_FILE: Content = { bytes: new Uint8Array(), exists: false };
