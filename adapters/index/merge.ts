import type { Client, Transaction } from "@libsql/client";
import type { Checkpoint, RevertRecord } from "../../runtime/ports/mod.ts";
import { textAsBytes, textOf } from "../libsql/columns.ts";
import { planMerge } from "./merge-plan.ts";
import { insertStatements } from "./rows.ts";

/** One transaction: whoever wants to append waits for its end. */
export async function merge(
  client: Client,
  rows: readonly Checkpoint[],
  reverts: readonly RevertRecord[],
): Promise<number> {
  const transaction = await client.transaction("write");
  try {
    const there = await idsThere(transaction, rows);
    const { placed, added } = planMerge(rows, there);
    const firstId = (await lowestId(transaction)) - placed.length;
    for (const part of runsOf(placed, there)) {
      if (part.isThere) await move(transaction, part.rows, firstId + part.at);
      else
        for (const sql of insertStatements(part.rows, { firstId: firstId + part.at })) await transaction.execute(sql);
    }
    for (const { turnId, state, owner } of reverts) {
      const sql = "INSERT OR IGNORE INTO reverts (turn_id, state, owner) VALUES (?, ?, ?)";
      await transaction.execute({ sql, args: [turnId, state, owner] });
    }
    await transaction.commit();
    return added;
  } finally {
    transaction.close();
  }
}

async function idsThere(transaction: Transaction, rows: readonly Checkpoint[]): Promise<Set<string>> {
  const sql = `SELECT ${textAsBytes("checkpoint_id")} AS checkpoint_id FROM checkpoints
    WHERE checkpoint_id IN (SELECT value FROM json_each(?))`;
  const there = new Set<string>();
  for (const part of partsOf(rows)) {
    const found = await transaction.execute({ sql, args: [idsOf(part)] });
    for (const { checkpoint_id } of found.rows) there.add(textOf(checkpoint_id) ?? "");
  }
  return there;
}

/** 1 for an empty table, where the database begins to number. */
async function lowestId(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.execute("SELECT min(id) AS lowest FROM checkpoints");
  return Number(rows[0]?.lowest ?? 1);
}

/** What the index has of a row counts, whatever the given one says. */
async function move(transaction: Transaction, rows: readonly Checkpoint[], firstId: number): Promise<void> {
  const sql = "UPDATE checkpoints SET id = ? WHERE checkpoint_id = ? AND turn_id = ?";
  for (const [at, row] of rows.entries()) {
    await transaction.execute({ sql, args: [BigInt(firstId + at), row.checkpointId, row.turnId] });
  }
}

interface Run {
  /** Of its first row among all. */
  readonly at: number;
  readonly isThere: boolean;
  readonly rows: Checkpoint[];
}

function runsOf(rows: readonly Checkpoint[], there: ReadonlySet<string>): Run[] {
  const runs: Run[] = [];
  for (const [at, row] of rows.entries()) {
    const isThere = there.has(row.checkpointId);
    const last = runs.at(-1);
    if (last?.isThere === isThere) last.rows.push(row);
    else runs.push({ at, isThere, rows: [row] });
  }
  return runs;
}

const PART = 1000;

function* partsOf(rows: readonly Checkpoint[]): Generator<readonly Checkpoint[]> {
  for (let at = 0; at < rows.length; at += PART) yield rows.slice(at, at + PART);
}

function idsOf(rows: readonly Checkpoint[]): string {
  return JSON.stringify(rows.map((row) => row.checkpointId));
}
