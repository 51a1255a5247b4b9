import { isFileSystemError } from "../../errors.ts";
import { isInside } from "../../paths.ts";
import type { Checkpoint, CheckpointIndex, FileSystem, Hash, RevertRecord } from "../../ports/mod.ts";
import { workspaceIdOf } from "../capture.ts";
import { scanRows } from "../scan-rows.ts";
import type { RootMapping } from "../types.ts";
import { Contents } from "./contents.ts";
import { checkpointFrom, rowFields } from "./format.ts";
import { damagedAt, ImportError } from "./import-error.ts";
import { mapRoot } from "./map-root.ts";
import { readExport } from "./read-export.ts";

/** What an export holds beside contents, as it is to be stored here. */
export interface CheckedExport {
  readonly rows: readonly Checkpoint[];
  readonly reverts: readonly RevertRecord[];
  readonly roots: readonly string[];
  readonly leftOut: readonly string[];
  readonly lines: number;
}

export interface CheckDeps {
  readonly fs: Pick<FileSystem, "stat">;
  readonly index: Pick<CheckpointIndex, "scan">;
  readonly hash: Hash;
}

/**
 * Reads all of an export and compares it with what is here. Its rows are kept, for their order is that of all of them.
 *
 * @throws ImportError
 */
export async function checkExport(
  chunks: AsyncIterable<Uint8Array>,
  mappings: readonly RootMapping[],
  deps: CheckDeps,
): Promise<CheckedExport> {
  const contents = new Contents(deps.hash);
  const stored = new Set<string>();
  const rows = new Map<string, Checkpoint>();
  const kinds = new Map<string, Checkpoint["kind"]>();
  const reverts: RevertRecord[] = [];
  const leftOut: string[] = [];
  let number = 1;
  for await (const line of readExport(chunks, deps.hash)) {
    number += 1;
    if (contents.add(line, number) !== null && "blob" in line) stored.add(line.blob);
    if ("row" in line) {
      const { checkpoint_id: id, turn_id: turnId, kind } = line.row;
      if (rows.has(id)) throw damagedAt(number, `the row ${JSON.stringify(id)} is there a second time`);
      if ((kinds.get(turnId) ?? kind) !== kind)
        throw damagedAt(number, `the turn ${JSON.stringify(turnId)} has rows of two kinds`);
      kinds.set(turnId, kind);
      rows.set(id, checkpointFrom(line.row, line.row.root, ""));
    } else if ("revert" in line) {
      reverts.push({ turnId: line.revert.turn_id, state: line.revert.state, owner: "imported" });
    } else if ("left_out" in line) leftOut.push(line.left_out);
  }
  const given = [...rows.values()];
  const roots = [...new Set(given.map((row) => row.root))];
  refuseMissing(given, stored, leftOut.length);
  refuseUnfit(mappings, roots);
  await refuseUnnamed(mappings, roots, deps.fs);
  const here = new Map(roots.map((root) => [root, mapRoot(root, mappings) ?? root]));
  const workspaceIds = new Map([...here.values()].map((root) => [root, workspaceIdOf(root, deps.hash)]));
  const mapped = given.map((row) => {
    const root = here.get(row.root) ?? row.root;
    return { ...row, root, workspaceId: workspaceIds.get(root) ?? "" };
  });
  await refuseOther(mapped, kinds, deps.index);
  return {
    rows: mapped,
    // A line without its rows says nothing, and must not be taken for that of another turn.
    reverts: reverts.filter(({ turnId }) => kinds.get(turnId) === "revert"),
    roots: [...new Set(here.values())],
    leftOut,
    lines: number - 1,
  };
}

function refuseMissing(rows: readonly Checkpoint[], stored: ReadonlySet<string>, damaged: number): void {
  const needed = new Set(rows.flatMap((row) => row.beforeHash ?? []));
  const lost = [...needed].filter((sha256) => !stored.has(sha256)).length;
  if (lost <= damaged) return;
  throw new ImportError("unrecoverable", `the export lacks ${lost} contents that its rows name; nothing was changed`);
}

function refuseUnfit(mappings: readonly RootMapping[], roots: readonly string[]): void {
  const unfit = mappings.find(({ from }) => !roots.some((root) => isInside(from, root)));
  if (unfit === undefined) return;
  const named = roots.map((root) => JSON.stringify(root)).join(", ");
  throw new ImportError(
    "bad_argument",
    `no row lies in "${unfit.from}"; nothing was changed. The roots of this export are ${named}`,
  );
}

/** Whoever made the export says what its roots are called. Whether that is a place of this machine, only the user can say. */
async function refuseUnnamed(
  mappings: readonly RootMapping[],
  roots: readonly string[],
  fs: CheckDeps["fs"],
): Promise<void> {
  const unnamed: string[] = [];
  for (const root of roots) if (mapRoot(root, mappings) === null && (await mayExist(root, fs))) unnamed.push(root);
  if (unnamed.length === 0) return;
  const names = unnamed.map((root) => JSON.stringify(root)).join(", ");
  const message = `the export's root ${names} exists on this machine too, and no mapping says where its files are; nothing was changed`;
  throw new ImportError("bad_argument", message, unnamed);
}

async function mayExist(path: string, fs: CheckDeps["fs"]): Promise<boolean> {
  try {
    return (await fs.stat(path)) !== null;
  } catch (error) {
    if (isFileSystemError(error)) return true;
    throw error;
  }
}

/** What is here is never replaced, so a row of the same name has to be the same, and a turn of the same name of one kind. */
async function refuseOther(
  rows: readonly Checkpoint[],
  kinds: ReadonlyMap<string, Checkpoint["kind"]>,
  index: CheckDeps["index"],
): Promise<void> {
  if (rows.length === 0) return;
  const given = new Map(rows.map((row) => [row.checkpointId, row]));
  for await (const scanned of scanRows(index)) {
    if (scanned.kind === "damaged") continue;
    const { checkpointId, turnId, kind } = scanned.row;
    const row = given.get(checkpointId);
    const difference = row === undefined ? null : differenceOf(scanned.row, row);
    if (difference !== null) {
      const message = `checkpoint ${JSON.stringify(checkpointId)} is here already, with another ${difference}; nothing was changed`;
      throw new ImportError("bad_argument", message);
    }
    if ((kinds.get(turnId) ?? kind) === kind) continue;
    const message = `the turn ${JSON.stringify(turnId)} is one of kind "${kind}" here and of another in the export; nothing was changed`;
    throw new ImportError("bad_argument", message);
  }
}

/** The first field that is not the same, with both values. */
function differenceOf(here: Checkpoint, given: Checkpoint): string | null {
  const theirs = new Map(Object.entries(rowFields(given)));
  for (const [name, value] of Object.entries(rowFields(here))) {
    if (value === theirs.get(name)) continue;
    return `${name}: ${JSON.stringify(value)} here, ${JSON.stringify(theirs.get(name))} in the export`;
  }
  return null;
}
