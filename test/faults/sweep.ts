import type { FileSystemName } from "../../adapters/fs/registry.ts";
import type { Checkpoints } from "../../runtime/checkpoints/mod.ts";
import { claim, claimEqual, shown } from "../property/claims.ts";
import { type Disk, withDisk } from "./disk.ts";
import { type FaultPlan, Faults } from "./faults.ts";
import type { Outcome, Scenario } from "./scenarios.ts";

export type Mode = Omit<FaultPlan, "at" | "only"> & { readonly name: string };

/** What may happen at a call. */
export const MODES: readonly Mode[] = [
  { name: "is the last, not carried out", kind: "kill" },
  { name: "is the last, carried out", kind: "kill", late: true },
  { name: "fails with EIO", code: "EIO" },
  { name: "is carried out and fails with EIO", code: "EIO", late: true },
  { name: "fails with EACCES", code: "EACCES" },
  { name: "fails with ENOSPC", code: "ENOSPC" },
  { name: "fails with ENOSPC, as do all after it", code: "ENOSPC", kind: "stay" },
];

type Entries = Readonly<Record<string, string>>;

/** What a run without fault shows: which calls are the work's own, and how the project looks around it. */
interface Extent {
  readonly first: number;
  readonly last: number;
  /** Before the turn "t". */
  readonly original: Entries;
  /** What each path may be at any instant. */
  readonly whole: readonly Entries[];
  readonly before: Entries;
  readonly after: Entries;
}

/**
 * Lets every `stride`-th call of the work meet the fault, and holds what is left against what was promised. Answers how
 * many points that were.
 */
export async function sweep(
  adapter: FileSystemName,
  scenario: Scenario,
  mode: Mode,
  { stride = 1, offset = 0 }: { stride?: number; offset?: number } = {},
): Promise<number> {
  const extent = await measure(adapter, scenario);
  let points = 0;
  const calls = extent.last - extent.first + 1;
  for (let at = extent.first + (offset % Math.min(stride, calls)); at <= extent.last; at += stride) {
    if (await tryPoint(adapter, scenario, { ...mode, at }, extent)) points += 1;
  }
  claim(points > 0, `no fault came: ${scenario.name}, ${mode.name}`);
  return points;
}

async function measure(adapter: FileSystemName, scenario: Scenario): Promise<Extent> {
  const found: Extent[] = [];
  await withDisk(adapter, async (disk) => {
    const original = await prepare(disk, scenario);
    const before = withoutTemps(await disk.ground.tree());
    const faults = new Faults();
    const process = await disk.start(faults);
    const first = scenario.isStart ? 1 : faults.counted + 1;
    const outcome = await scenario.act(process);
    claimEqual([outcome.kind, outcome.unkept], ["told", []], `${scenario.name} without a fault`);
    await process.end();
    const after = await disk.ground.tree();
    // A start that meets a fault may roll back what it was to finish.
    const whole = scenario.isStart ? [before, after, scenario.written ?? {}] : [before, after];
    found.push({ first, last: faults.counted, original, before, after, whole });
  });
  const [extent] = found;
  if (extent === undefined) throw new Error("nothing was measured");
  return extent;
}

async function prepare(disk: Disk, scenario: Scenario): Promise<Entries> {
  await disk.ground.lay(scenario.files);
  const original = await disk.ground.tree();
  await scenario.prepare(disk);
  return original;
}

/** False when the work was done before that call: work done side by side takes a call more or less from run to run. */
async function tryPoint(
  adapter: FileSystemName,
  scenario: Scenario,
  plan: FaultPlan & { readonly at: number },
  extent: Extent,
): Promise<boolean> {
  const { late, kind, code, at } = plan;
  let hasCome = true;
  await withDisk(adapter, async (disk) => {
    await prepare(disk, scenario);
    const faults = new Faults(plan);
    const outcome = await act(disk, scenario, faults);
    const where = `${scenario.name}, ${kind ?? "fail"} ${code ?? ""} at call ${at} (${faults.calls[at - 1]})${late ? " late" : ""}`;
    hasCome = faults.fired;
    claim(hasCome || faults.counted < at, `the fault did not come: ${where}`);
    const left = withoutTemps(await disk.ground.tree());
    expectWhole(left, extent, where);
    if (outcome.acknowledged === "all" && outcome.kind === "told") expectSame(left, extent.after, where);
    if (outcome.acknowledged === "none") expectSame(left, extent.before, where);

    const { meddles } = scenario;
    const isDone = isSame(files(left), files(extent.after));
    if (meddles !== undefined) await disk.ground.put(meddles, HUMAN);
    const next = await disk.start();
    claimEqual(await disk.temps(), [], `temporary files after ${where}`);
    const started = await disk.ground.tree();
    if (meddles === undefined) expectWhole(started, extent, where);
    else claimEqual(started[meddles], `644 ${JSON.stringify(HUMAN)}`, `somebody's file after ${where}`);
    // What was said or finished is not taken back or gone on with behind anybody's back.
    if (outcome.acknowledged !== "some" || isDone) expectSame(without(started, meddles), without(left, meddles), where);
    await expectSound(next.checkpoints, where);
    await aftermath(disk, scenario, next.checkpoints, outcome, extent, where);
  });
  return hasCome;
}

async function act(disk: Disk, scenario: Scenario, faults: Faults): Promise<Outcome> {
  let process: Awaited<ReturnType<Disk["start"]>> | null = null;
  try {
    process = await disk.start(faults);
    return await scenario.act(process);
  } catch (error) {
    // Only a start may throw: it has no caller who hears an answer.
    if (!scenario.isStart) throw error;
    return { kind: "lost", acknowledged: "some", unkept: [] };
  } finally {
    await process?.end();
  }
}

const HUMAN = "somebody else's\n";

async function aftermath(
  disk: Disk,
  { leaves, meddles, written }: Scenario,
  checkpoints: Checkpoints,
  { unkept }: Outcome,
  extent: Extent,
  where: string,
): Promise<void> {
  const force = meddles !== undefined || unkept.length > 0;
  const started = await disk.ground.tree();
  const report = await checkpoints.revert({ turnId: "t", force });
  const reverted = await disk.ground.tree();
  if (report.error_code === "no_checkpoints") {
    // Nothing was recorded, so nothing may have been written that was not told.
    claim(leaves !== "revert goes both ways", `the turn is gone after ${where}`);
    expectSame(without(started, ...unkept), without(extent.original, ...unkept), where);
  } else {
    claim(report.success, () => `${report.error} after ${where}`);
    expectSame(without(reverted, ...unkept), without(extent.original, ...unkept), where);
    claimEqual((await checkpoints.revert({ turnId: "t" })).reverted, [], `a second revert after ${where}`);
  }
  if (leaves === "revert goes both ways") {
    await undoAll(checkpoints, meddles !== undefined, where);
    expectSame(without(await disk.ground.tree(), meddles), without(written ?? {}, meddles), where);
  }
  if (leaves === "turn reverts or is gone") {
    disk.clock.advance(2 * 3_600_000);
    claimEqual((await checkpoints.prune({ dryRun: false })).postponed, null, `the next prune after ${where}`);
    await expectSound(checkpoints, where);
    const { turns } = await checkpoints.list({});
    claim(!turns.some(({ turn_id }) => turn_id === "expired"), `an old turn stays after ${where}`);
  }
}

/** A revert that was ended in several steps is taken back in as many. */
async function undoAll(checkpoints: Checkpoints, force: boolean, where: string): Promise<void> {
  for (let undone = 0; ; undone += 1) {
    const report = await checkpoints.revert({ undo: true, force });
    if (undone > 0 && (report.error_code === "no_checkpoints" || report.reverted_count === 0)) return;
    claim(report.success && undone < 10, () => `the undoing: ${report.error} after ${where}`);
  }
}

/** P7: each path is what it was before the work or after it, to the bit, and nothing else is anywhere. */
function expectWhole(tree: Entries, { whole }: Extent, where: string): void {
  for (const path of new Set([tree, ...whole].flatMap((entries) => Object.keys(entries)))) {
    const [now, then] = [tree[path], whole.map((entries) => entries[path])];
    const isEmptyFolder = [now, ...then].every((entry) => entry === undefined || entry === "directory");
    claim(isEmptyFolder || then.includes(now), () => `"${path}" is ${now}, not ${then.join(" or ")}, after ${where}`);
  }
}

async function expectSound(checkpoints: Checkpoints, where: string): Promise<void> {
  const report = await checkpoints.verify();
  claim(report.success, () => `${report.error} after ${where}`);
}

function expectSame(tree: Entries, wanted: Entries, where: string): void {
  const [found, expected] = [files(tree), files(wanted)];
  claim(isSame(found, expected), () => `${shown(found)} instead of ${shown(expected)} after ${where}`);
}

function isSame(one: Entries, other: Entries): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}

/** Folders that a failed write made may stay, empty. */
function files(tree: Entries): Entries {
  return Object.fromEntries(Object.entries(tree).filter(([, entry]) => entry !== "directory"));
}

function without(tree: Entries, ...paths: readonly (string | undefined)[]): Entries {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !paths.includes(path)));
}

/** The next start removes them. */
function withoutTemps(tree: Entries): Entries {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !/(?:^|\/)\.mortise-[^/]*\.tmp$/.test(path)));
}
