import type { RevertReport, TurnAnswer, TurnDetail, WriteAnswer } from "../../../../runtime/checkpoints/mod.ts";
import { joinPath } from "../../../../runtime/paths.ts";
import { decodeText } from "../../../../runtime/text/mod.ts";
import type { PlaygroundDocument } from "../../document/mod.ts";
import { type DiffRow, diffRows } from "../diff-rows.ts";
import type { Fold } from "../fold.ts";
import { ROOT } from "../workspace.ts";
import type { Operation } from "./operation.ts";

export interface TurnsRequest {
  readonly document: Pick<PlaygroundDocument, "files" | "settings" | "events">;
  readonly upTo: number;
  /** The turn to show; `null`: the newest of any kind. */
  readonly turn: string | null;
}

export interface Turns {
  /** Newest first. */
  readonly turns: readonly TurnAnswer[];
  /** `null`: there is no such turn. */
  readonly detail: TurnDetail | null;
  /** What a revert of it would do, asked as a dry run. */
  readonly dryRun: RevertReport | null;
  /** One for each path of the plan. */
  readonly sides: readonly Sides[];
  readonly blobs: readonly ShownBlob[];
  readonly note: string;
}

/** The three contents that decide over a path. */
export interface Sides {
  readonly path: string;
  readonly before: Content;
  readonly left: Content;
  readonly now: Content;
  /** From what the agent left to what is there: somebody's newer work. */
  readonly newer: readonly DiffRow[];
  /** From what is there to what was before the turn: what a revert does. */
  readonly back: readonly DiffRow[];
}

export interface Content {
  readonly kind: "text" | "bytes" | "missing" | "unknown";
  /** `null`: there is no file, or its content is not known. */
  readonly sha256: string | null;
  readonly size: number;
  /** "" unless it is text. */
  readonly text: string;
}

export interface ShownBlob {
  readonly sha256: string;
  readonly size: number;
  readonly state: "good" | "missing" | "damaged";
  /** The rows that need it, as "turn path". */
  readonly usedBy: readonly { readonly turn: string; readonly path: string }[];
}

/** What checkpoints keep at a point of time, and what a revert of one turn would do. Changes nothing. */
export const turns: Operation<TurnsRequest, Turns> = async ({ document, upTo, turn }, { folds }) => {
  const fold = await folds.at(document, upTo);
  const { checkpoints } = fold.workspace.runtime;
  const list = await checkpoints.list({ limit: 200 });
  const chosen = turn ?? list.turns[0]?.turn_id;
  const detail = chosen === undefined ? null : await checkpoints.show(chosen);
  const dryRun = detail === null ? null : await checkpoints.revert({ turnId: detail.turn_id, dryRun: true });
  return {
    turns: list.turns,
    detail,
    dryRun,
    sides: detail === null ? [] : await sidesOf(detail, fold),
    blobs: await blobsOf(list.turns, fold),
    note: list.note,
  };
};

async function sidesOf({ writes, plan }: TurnDetail, fold: Fold): Promise<Sides[]> {
  const sides: Sides[] = [];
  for (const { path } of plan) {
    const rows = writes.filter((row) => row.path === path);
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) continue;
    const before = recorded(fold, first.existed, first.before_hash, first.before_size);
    const left = recorded(fold, !last.deleted, last.after_hash, last.after_size);
    const now = await standing(fold, path);
    sides.push({
      path,
      before,
      left,
      now,
      newer: left.sha256 === now.sha256 ? [] : diffRows(left.text, now.text, path),
      back: before.sha256 === now.sha256 ? [] : diffRows(now.text, before.text, path),
    });
  }
  return sides;
}

function recorded({ contents }: Fold, exists: boolean, sha256: string | null, size: number): Content {
  if (!exists) return { kind: "missing", sha256: null, size: 0, text: "" };
  const bytes = sha256 === null ? undefined : contents.get(sha256);
  return bytes === undefined ? { kind: "unknown", sha256, size, text: "" } : contentOf(bytes, sha256);
}

async function standing({ workspace: { fs }, frames }: Fold, path: string): Promise<Content> {
  const facts = frames.at(-1)?.files.find((file) => file.path === path);
  if (facts === undefined) return { kind: "missing", sha256: null, size: 0, text: "" };
  return contentOf(await fs.readFile(joinPath(ROOT, path)), facts.sha256);
}

function contentOf(bytes: Uint8Array, sha256: string | null): Content {
  const decoded = decodeText(bytes);
  const isText = decoded.kind === "text";
  return { kind: isText ? "text" : "bytes", sha256, size: bytes.length, text: isText ? decoded.text : "" };
}

async function blobsOf(list: readonly TurnAnswer[], { workspace }: Fold): Promise<ShownBlob[]> {
  const { checkpoints } = workspace.runtime;
  const rows: WriteAnswer[] = [];
  const turnOf = new Map<string, string>();
  for (const { turn_id } of list) {
    for (const row of (await checkpoints.show(turn_id))?.writes ?? []) {
      rows.push(row);
      turnOf.set(row.checkpoint_id, turn_id);
    }
  }
  const stored = new Map((await workspace.blobs.list()).map(({ sha256, size }) => [sha256, size]));
  const named = rows.flatMap(({ before_hash }) => (before_hash === null ? [] : [before_hash]));
  const shown: ShownBlob[] = [];
  for (const sha256 of [...new Set([...stored.keys(), ...named])].sort()) {
    shown.push({
      sha256,
      size: stored.get(sha256) ?? 0,
      state: (await checkpoints.contentOf(sha256)).state,
      usedBy: rows
        .filter(({ before_hash }) => before_hash === sha256)
        .map(({ checkpoint_id, path }) => ({ turn: turnOf.get(checkpoint_id) ?? "", path })),
    });
  }
  return shown;
}
