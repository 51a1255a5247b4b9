import type { Client, Row } from "@libsql/client";
import { StoreError } from "../../runtime/errors.ts";
import type { Checkpoint, RevertRecord, RevertState } from "../../runtime/ports/mod.ts";
import { textAsBytes, textOf } from "../libsql/columns.ts";
import { insertStatements, revertStateOf } from "./rows.ts";

/** The journal of reverts: each of these is one transaction. */
export async function begin(
  client: Client,
  { turnId, owner }: Omit<RevertRecord, "state">,
  rows: readonly Checkpoint[],
): Promise<void> {
  const line = "INSERT INTO reverts (turn_id, state, owner) VALUES (?, 'running', ?)";
  await client.batch([...insertStatements(rows), { sql: line, args: [turnId, owner] }], "write");
}

export async function end(
  client: Client,
  turnId: string,
  state: Exclude<RevertState, "running">,
  untouched: readonly string[],
): Promise<void> {
  const drop = "DELETE FROM checkpoints WHERE checkpoint_id IN (SELECT value FROM json_each(?))";
  const empty = "DELETE FROM reverts WHERE turn_id = ? AND NOT EXISTS (SELECT 1 FROM checkpoints WHERE turn_id = ?)";
  await client.batch(
    [
      { sql: drop, args: [JSON.stringify(untouched)] },
      { sql: "UPDATE reverts SET state = ? WHERE turn_id = ?", args: [state, turnId] },
      { sql: empty, args: [turnId, turnId] },
    ],
    "write",
  );
}

export async function running(client: Client): Promise<RevertRecord[]> {
  const sql = `SELECT ${LINE} FROM reverts WHERE state = 'running' ORDER BY rowid`;
  return (await client.execute(sql)).rows.map(recordFrom);
}

export async function allRecords(client: Client): Promise<RevertRecord[]> {
  return (await client.execute(`SELECT ${LINE} FROM reverts ORDER BY rowid`)).rows.map(recordFrom);
}

export async function recordOf(client: Client, turnId: string): Promise<RevertRecord | null> {
  const [row] = (await client.execute(`SELECT ${LINE} FROM reverts WHERE turn_id = ?`, [turnId])).rows;
  return row === undefined ? null : recordFrom(row);
}

const LINE = ["turn_id", "state", "owner"].map((column) => `${textAsBytes(column)} AS ${column}`).join(", ");

/** @throws StoreError "unrecoverable" for a line that is damaged. */
function recordFrom(row: Row): RevertRecord {
  const [turnId, state, owner] = [textOf(row.turn_id), revertStateOf(row.state), textOf(row.owner)];
  if (turnId !== null && state !== null && owner !== null) return { turnId, state, owner };
  throw new StoreError("unrecoverable", `the journal's line of revert ${JSON.stringify(turnId)} is damaged`);
}

export async function claim(client: Client, { turnId, owner }: RevertRecord, newOwner: string): Promise<boolean> {
  const sql = "UPDATE reverts SET owner = ? WHERE turn_id = ? AND owner = ? AND state = 'running'";
  return (await client.execute(sql, [newOwner, turnId, owner])).rowsAffected === 1;
}
