import type { TurnAnswer } from "../../../../runtime/checkpoints/mod.ts";
import { createLeftovers } from "../../../../runtime/leftovers.ts";
import { joinPath } from "../../../../runtime/paths.ts";
import { Faults } from "../../../../test/faults/faults.ts";
import type { PlaygroundDocument, PlaygroundEvent } from "../../document/mod.ts";
import { applyEvent } from "../apply-event.ts";
import { filesBelow } from "../files-below.ts";
import { type EngineWorkspace, openEngineWorkspace, ROOT, STORE } from "../workspace.ts";
import type { Operation } from "./operation.ts";

export interface CrashRequest {
  readonly document: Pick<PlaygroundDocument, "files" | "settings" | "events">;
  /** The state that the event meets. */
  readonly upTo: number;
  readonly event: PlaygroundEvent;
  /** The storage call that the process dies at, from 1; more than there are: it does not die. */
  readonly at: number;
}

export interface Crash {
  /** Every storage call of the event when nothing goes wrong, in order. */
  readonly calls: readonly StorageCall[];
  /** The state the process died in; `null`: it did not die. */
  readonly died: Snapshot | null;
  /** After the next start. */
  readonly after: Snapshot;
  /** What the next start did about reverts that had died. */
  readonly recovered: readonly { readonly turnId: string; readonly state: string }[];
  /** Temporary files that the next start removed. */
  readonly removed: readonly string[];
}

export interface StorageCall {
  readonly operation: string;
  readonly path: string;
}

export interface Snapshot {
  readonly files: readonly CrashedFile[];
  readonly turns: readonly TurnAnswer[];
}

export interface CrashedFile {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  /** The bytes are those of before the event, those after it, or neither. */
  readonly holds: "before" | "after" | "both" | "neither";
}

/** Lets the process die at one of the storage calls of an event, then starts the next one. */
export const crash: Operation<CrashRequest, Crash> = async (request) => {
  const whole = await run(request, null);
  const broken = await run(request, request.at);
  const before = contentsBy(whole.before);
  const after = contentsBy(whole.after.files);
  const told = ({ files, turns }: Raw): Snapshot => ({
    turns,
    files: files.map(({ path, sha256, size }) => ({ path, sha256, size, holds: holds(path, sha256, before, after) })),
  });
  return {
    calls: whole.calls,
    died: broken.died === null ? null : told(broken.died),
    after: told(broken.after),
    recovered: broken.recovered,
    removed: broken.removed,
  };
};

interface RawFile {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

interface Raw {
  readonly files: readonly RawFile[];
  readonly turns: readonly TurnAnswer[];
}

interface Run {
  readonly calls: readonly StorageCall[];
  readonly before: readonly RawFile[];
  readonly died: Raw | null;
  readonly after: Raw;
  readonly recovered: Crash["recovered"];
  readonly removed: readonly string[];
}

async function run({ document, upTo, event }: CrashRequest, at: number | null): Promise<Run> {
  const plan: { kind: "kill"; at?: number } = { kind: "kill" };
  const faults = new Faults(plan);
  const workspace = await openEngineWorkspace(document, {
    host: (host) => faults.primitives(host),
    index: (index) => faults.index(index),
    leftovers: createLeftovers,
  });
  for (const [index, earlier] of document.events.slice(0, upTo).entries()) {
    workspace.clock.set(index + 1);
    if (!earlier.skipped) await applyEvent(workspace, earlier);
  }
  workspace.clock.set(upTo + 1);
  const before = await filesOf(workspace);
  const [begun, counted] = [faults.calls.length, faults.counted];
  if (at !== null) plan.at = counted + at;
  await attempt(applyEvent(workspace, event), faults);
  const calls = faults.calls.slice(begun).map(storageCall);
  const died = faults.killed ? await snapshot(workspace) : null;
  if (died === null) return { calls, before, died, after: await snapshot(workspace), recovered: [], removed: [] };
  const { reverts, removed } = await workspace.restart();
  return { calls, before, died, after: await snapshot(workspace), recovered: reverts, removed: removed.map(shorter) };
}

/** Whatever a dead process would have answered, nobody hears. */
async function attempt(task: Promise<unknown>, faults: Faults): Promise<void> {
  try {
    await task;
  } catch (error) {
    if (!faults.killed) throw error;
  }
}

async function snapshot(workspace: EngineWorkspace): Promise<Raw> {
  return { files: await filesOf(workspace), turns: await turnsOf(workspace) };
}

/** Read past the dead process, from the index that is left. */
async function turnsOf({ index }: EngineWorkspace): Promise<TurnAnswer[]> {
  return (await index.turns({ limit: 200 })).map((turn) => ({
    turn_id: turn.turnId,
    kind: turn.kind,
    reverts: turn.reverts,
    state: turn.state,
    session_id: turn.sessionId,
    writes: turn.writes,
    files: turn.files,
    started_at: "",
    ended_at: "",
  }));
}

async function filesOf({ fs, hash }: EngineWorkspace): Promise<RawFile[]> {
  const files: RawFile[] = [];
  for (const path of await filesBelow(fs, "")) {
    const bytes = await fs.readFile(joinPath(ROOT, path));
    files.push({ path, sha256: hash.sha256(bytes), size: bytes.length });
  }
  return files;
}

function contentsBy(files: readonly RawFile[]): Map<string, string> {
  return new Map(files.map(({ path, sha256 }) => [path, sha256]));
}

function holds(
  path: string,
  sha256: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): CrashedFile["holds"] {
  const isBefore = before.get(path) === sha256;
  const isAfter = after.get(path) === sha256;
  if (isBefore && isAfter) return "both";
  if (isBefore) return "before";
  return isAfter ? "after" : "neither";
}

function storageCall(line: string): StorageCall {
  const at = line.indexOf(" ");
  const path = line.slice(at + 1);
  return { operation: line.slice(0, at), path: path.startsWith("/") ? shorter(path) : "" };
}

/** "/tree/a.py" -> "a.py"; "/store/blobs/..." -> "store/blobs/..." */
function shorter(path: string): string {
  if (path.startsWith(`${ROOT}/`)) return path.slice(ROOT.length + 1);
  return path.startsWith(`${STORE}/`) ? path.slice(1) : path;
}
