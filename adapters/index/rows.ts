import type { InValue, Row } from "@libsql/client";
import { StoreError } from "../../runtime/errors.ts";
import type { Checkpoint } from "../../runtime/ports/mod.ts";
import { integerOnly, MAX_DATE_MS, textAsBytes, textOf } from "../libsql/columns.ts";

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
} as const;

type Column = keyof typeof KINDS;

export const COLUMNS = Object.keys(KINDS);

/** What `checkpointOf` reads from. */
export const SELECT_COLUMNS = Object.entries(KINDS)
  .map(([name, kind]) => `${kind === "text" ? textAsBytes(name) : integerOnly(name)} AS ${name}`)
  .join(", ");

export function valuesOf(row: Checkpoint): InValue[] {
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
  ];
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
