import type { Client, Row } from "@libsql/client";
import { StoreError } from "../../runtime/errors.ts";
import type { Checkpoint, DamagedRevert, RevertRecord, RevertState } from "../../runtime/ports/mod.ts";
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
  return readable((await client.execute(sql)).rows);
}

export async function allRecords(client: Client): Promise<RevertRecord[]> {
  return readable(await allLines(client));
}

export async function damagedLines(client: Client): Promise<DamagedRevert[]> {
  return (await allLines(client)).map(lineFrom).flatMap((line) => (line.kind === "damaged" ? [line.damage] : []));
}

export async function recordOf(client: Client, turnId: string): Promise<RevertRecord | null> {
  const [row] = (await client.execute(`SELECT ${LINE} FROM reverts WHERE turn_id = ?`, [turnId])).rows;
  if (row === undefined) return null;
  const line = lineFrom(row);
  if (line.kind === "damaged") throw new StoreError("unrecoverable", line.damage.problem);
  return line.record;
}

const LINE = ["turn_id", "state", "owner"].map((column) => `${textAsBytes(column)} AS ${column}`).join(", ");

async function allLines(client: Client): Promise<Row[]> {
  return (await client.execute(`SELECT rowid AS id, ${LINE} FROM reverts ORDER BY rowid`)).rows;
}

/** One damaged line must not hide the others. */
function readable(rows: readonly Row[]): RevertRecord[] {
  return rows.map(lineFrom).flatMap((line) => (line.kind === "record" ? [line.record] : []));
}

type Line =
  | { readonly kind: "record"; readonly record: RevertRecord }
  | { readonly kind: "damaged"; readonly damage: DamagedRevert };

function lineFrom(row: Row): Line {
  const [turnId, state, owner] = [textOf(row.turn_id), revertStateOf(row.state), textOf(row.owner)];
  if (turnId !== null && state !== null && owner !== null) return { kind: "record", record: { turnId, state, owner } };
  const name = turnId === null ? `number ${row.id}` : `of revert ${JSON.stringify(turnId)}`;
  const found = textOf(row.state);
  const why =
    turnId === null
      ? "turn_id is not text"
      : state === null
        ? `state ${found === null ? "is not text" : `${JSON.stringify(found)} is unknown`}`
        : "owner is not text";
  return { kind: "damaged", damage: { turnId, state, problem: `the journal's line ${name} is damaged: ${why}` } };
}

export async function claim(client: Client, { turnId, owner }: RevertRecord, newOwner: string): Promise<boolean> {
  const sql = "UPDATE reverts SET owner = ? WHERE turn_id = ? AND owner = ? AND state = 'running'";
  return (await client.execute(sql, [newOwner, turnId, owner])).rowsAffected === 1;
}
