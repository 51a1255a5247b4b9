import type { InValue, Row } from "@libsql/client";
import { StoreError } from "../../runtime/errors.ts";
import {
  type Checkpoint,
  MAX_CREATED_FOLDERS,
  type RevertState,
  type TurnKind,
  type TurnSummary,
} from "../../runtime/ports/mod.ts";
import { integerOnly, MAX_DATE_MS, textAsBytes, textOf, timeOrZero } from "../libsql/columns.ts";

/** The stored columns in the order of `valuesOf`; `path` is computed by the database and never written. */
const KINDS = {
  checkpoint_id: "text",
  turn_id: "text",
  session_id: "text",
  surface: "text",
  tool_name: "text",
  call_id: "text",
  workspace_id: "text",
  root: "text",
  relative_path: "text",
  created_at: "integer",
  existed: "integer",
  before_hash: "text",
  before_size: "integer",
  after_hash: "text",
  after_size: "integer",
  before_mode: "integer",
  deleted: "integer",
  after_mode: "integer",
  before_is_link: "integer",
  after_is_link: "integer",
  created_folders: "integer",
  named_path: "text",
  kind: "text",
  reverts: "text",
  seen_hash: "text",
} as const;

type Column = keyof typeof KINDS;

const COLUMNS = Object.keys(KINDS);

/** What `checkpointOf` reads from. */
export const SELECT_COLUMNS = Object.entries(KINDS)
  .map(([name, kind]) => `${kind === "text" ? textAsBytes(name) : integerOnly(name)} AS ${name}`)
  .join(", ");

function valuesOf(row: Checkpoint): InValue[] {
  return [
    row.checkpointId,
    row.turnId,
    row.sessionId,
    row.surface,
    row.toolName,
    row.callId,
    row.workspaceId,
    row.root,
    row.relativePath,
    BigInt(row.createdAt),
    row.existed ? 1n : 0n,
    row.beforeHash,
    BigInt(row.beforeSize),
    row.afterHash,
    BigInt(row.afterSize),
    row.beforeMode === null ? null : BigInt(row.beforeMode),
    row.deleted ? 1n : 0n,
    row.afterMode === null ? null : BigInt(row.afterMode),
    row.beforeIsLink ? 1n : 0n,
    row.afterIsLink ? 1n : 0n,
    BigInt(row.createdFolders),
    row.namedPath,
    row.kind,
    row.reverts,
    row.seenHash,
  ];
}

export interface Statement {
  readonly sql: string;
  readonly args: InValue[];
}

// SQLite takes 32,766 values in one statement.
const ROWS_PER_STATEMENT = 1000;

/**
 * One for every thousand rows.
 *
 * @param firstId Of the first row, the others follow; left out: the database gives ids above all that are there.
 */
export function insertStatements(rows: readonly Checkpoint[], { firstId }: { firstId?: number } = {}): Statement[] {
  const columns = firstId === undefined ? COLUMNS : ["id", ...COLUMNS];
  const statements: Statement[] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    const part = rows.slice(at, at + ROWS_PER_STATEMENT);
    const idOf = (index: number): InValue[] => (firstId === undefined ? [] : [BigInt(firstId + at + index)]);
    statements.push({
      sql: insertSql(columns, part.length),
      args: part.flatMap((row, index) => [...idOf(index), ...valuesOf(row)]),
    });
  }
  return statements;
}

function insertSql(columns: readonly string[], rows: number): string {
  const values = `(${columns.map(() => "?").join(", ")})`;
  return `INSERT INTO checkpoints (${columns.join(", ")}) VALUES ${Array(rows).fill(values).join(", ")}`;
}

const REVERT_STATES: readonly RevertState[] = ["running", "done", "partial", "finished", "rolled_back"];

export function revertStateOf(value: unknown): RevertState | null {
  const state = textOf(value);
  return REVERT_STATES.find((known) => known === state) ?? null;
}

/** One damaged turn must not hide the others from a listing, so what cannot be read is named as such. */
export function turnOf(row: Row): TurnSummary {
  return {
    turnId: textOf(row.turn_id) ?? "(damaged)",
    kind: textOf(row.first_kind) === "revert" ? "revert" : "write",
    reverts: textOf(row.first_reverts),
    state: revertStateOf(row.state),
    sessionId: textOf(row.first_session) ?? "(damaged)",
    writes: Number(row.writes),
    files: Number(row.files),
    startedAt: timeOrZero(row.started_at),
    endedAt: timeOrZero(row.ended_at),
  };
}

/**
 * Reads a row as what it claims to be. The file may have been damaged or changed by others, so every value is checked.
 *
 * @throws StoreError "unrecoverable", naming the row and the column.
 */
export function checkpointOf(row: Row): Checkpoint {
  const read = new RowReader(row);
  return {
    checkpointId: read.text("checkpoint_id"),
    turnId: read.text("turn_id"),
    sessionId: read.text("session_id"),
    surface: read.text("surface"),
    toolName: read.text("tool_name"),
    callId: read.text("call_id"),
    workspaceId: read.text("workspace_id"),
    root: read.text("root"),
    relativePath: read.text("relative_path"),
    createdAt: read.integer("created_at", MAX_DATE_MS),
    existed: read.integer("existed", 1) === 1,
    beforeHash: read.orNull("before_hash", () => read.hash("before_hash")),
    beforeSize: read.integer("before_size", Number.MAX_SAFE_INTEGER),
    afterHash: read.orNull("after_hash", () => read.hash("after_hash")),
    afterSize: read.integer("after_size", Number.MAX_SAFE_INTEGER),
    beforeMode: read.orNull("before_mode", () => read.integer("before_mode", 0o7777)),
    deleted: read.integer("deleted", 1) === 1,
    afterMode: read.orNull("after_mode", () => read.integer("after_mode", 0o7777)),
    beforeIsLink: read.integer("before_is_link", 1) === 1,
    afterIsLink: read.integer("after_is_link", 1) === 1,
    createdFolders: read.integer("created_folders", MAX_CREATED_FOLDERS),
    namedPath: read.orNull("named_path", () => read.text("named_path")),
    kind: read.kind("kind"),
    reverts: read.orNull("reverts", () => read.text("reverts")),
    seenHash: read.orNull("seen_hash", () => read.hash("seen_hash")),
  };
}

const SHA256 = /^[0-9a-f]{64}$/;

class RowReader {
  readonly #row: Row;

  constructor(row: Row) {
    this.#row = row;
  }

  text(column: Column): string {
    return textOf(this.#row[column]) ?? this.#refuse(column, "is not text");
  }

  hash(column: Column): string {
    const value = this.text(column);
    return SHA256.test(value) ? value : this.#refuse(column, "is not a sha256");
  }

  kind(column: Column): TurnKind {
    const value = this.text(column);
    return value === "write" || value === "revert" ? value : this.#refuse(column, "is no kind of turn");
  }

  integer(column: Column, max: number): number {
    const value = this.#row[column];
    if (typeof value !== "bigint" || value < 0n || value > BigInt(max)) {
      return this.#refuse(column, `is not an integer from 0 to ${max}`);
    }
    return Number(value);
  }

  orNull<T>(column: Column, read: () => T): T | null {
    return this.#row[column] === null ? null : read();
  }

  #refuse(column: Column, why: string): never {
    const id = textOf(this.#row.checkpoint_id);
    const name = id === null ? `number ${this.#row.id}` : JSON.stringify(id);
    throw new StoreError("unrecoverable", `checkpoint row ${name} is damaged: ${column} ${why}`);
  }
}
