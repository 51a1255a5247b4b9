import type { RevertReport } from "../../runtime/checkpoints/mod.ts";
import type { Disk, Process } from "./disk.ts";
import { Faults, KilledError } from "./faults.ts";

/** What came of the work whose calls fail one after the other. */
export interface Outcome {
  /** "told": an answer came, and what it says is `acknowledged`. "lost": the caller heard an error, or nothing. */
  readonly kind: "told" | "lost";
  /** All of the work is done, none of it, or some, as the answer said. */
  readonly acknowledged: "all" | "none" | "some";
  /** Paths that were written although the answer said that no checkpoint could be made. */
  readonly unkept: readonly string[];
}

export interface Scenario {
  readonly name: string;
  /** What stands before the turn "t". */
  readonly files: Parameters<Disk["ground"]["lay"]>[0];
  /** Done by processes that meet no fault. */
  prepare(disk: Disk): Promise<void>;
  /** The work that is swept. */
  act(process: Process): Promise<Outcome>;
  /** The work is the start of a process itself. */
  readonly isStart?: true;
  /** What the disk must be able to do afterwards, in a process that meets no fault; see `aftermath`. */
  readonly leaves: "turn reverts" | "revert goes both ways" | "turn reverts or is gone";
  /** The project after the turn "t", where reverts go both ways. */
  readonly written?: Readonly<Record<string, string>>;
  /** Somebody writes this path after the process died and before the next start. */
  readonly meddles?: string;
}

const FILES = { "a.txt": "a\n", "b.sh": { text: "b\n", mode: 0o750 }, "c.txt": "c\n" } as const;

const PATCH = [
  "*** Begin Patch",
  "*** Update File: a.txt",
  "@@",
  "-a",
  "+A",
  "*** Add File: sub/deep/new.txt",
  "+new",
  "*** Delete File: c.txt",
  "*** Update File: b.sh",
  "*** Move to: sub/moved.sh",
  "@@",
  "-b",
  "+B",
  "*** End Patch",
].join("\n");

const patch = { tool: "edit_file", args: { patch: PATCH } };

export const SCENARIOS: readonly Scenario[] = [
  writing("write_file over a file", { tool: "write_file", args: { path: "b.sh", content: "B\n" } }),
  writing("write_file of a new file", { tool: "write_file", args: { path: "sub/deep/new.txt", content: "new\n" } }),
  writing("edit_file", { tool: "edit_file", args: { path: "a.txt", old_text: "a", new_text: "A" } }),
  writing("a patch over five paths", patch),
  {
    name: "a second write of a turn",
    files: FILES,
    prepare: (disk) => inOne(disk, (process) => done(process.call("write_file", { path: "a.txt", content: "1\n" }))),
    act: (process) => calling(process, { tool: "edit_file", args: { path: "a.txt", old_text: "1", new_text: "2" } }),
    leaves: "turn reverts",
  },
  reverting("a revert", {}),
  reverting("a revert, and somebody writes one of its files before the next start", { meddles: "a.txt" }),
  {
    ...reverting("the undoing of a revert", {}),
    prepare: (disk) =>
      inOne(disk, async (process) => {
        await done(process.call(patch.tool, patch.args));
        await done(process.checkpoints.revert({ turnId: "t" }));
      }),
    act: async (process) => outcomeOf(await heard(process.checkpoints.revert({ undo: true }))),
  },
  {
    ...reverting("the start that ends a revert cut off half-way", {}),
    isStart: true,
    async prepare(disk) {
      await inOne(disk, (process) => done(process.call(patch.tool, patch.args)));
      const faults = new Faults({ at: 2, kind: "kill", late: true, only: ["rename", "unlink"], below: disk.root });
      const dying = await disk.start(faults);
      await heard(dying.checkpoints.revert({ turnId: "t" }));
      if (!faults.killed) throw new Error("the revert was not cut off");
      await dying.end();
    },
    act: async () => ({ kind: "told", acknowledged: "some", unkept: [] }),
  },
  {
    name: "a prune",
    files: FILES,
    async prepare(disk) {
      await inOne(disk, (process) => done(process.call(patch.tool, patch.args, "expired")));
      disk.clock.advance(15 * DAY_MS);
      await disk.ground.lay(FILES);
      await inOne(disk, (process) => done(process.call("write_file", { path: "a.txt", content: "young\n" })));
    },
    async act(process) {
      const report = await heard(process.checkpoints.prune({ dryRun: false }));
      return { kind: report === null ? "lost" : "told", acknowledged: report === null ? "some" : "all", unkept: [] };
    },
    leaves: "turn reverts or is gone",
  },
];

const DAY_MS = 86_400_000;

function writing(name: string, made: Made): Scenario {
  return {
    name,
    files: FILES,
    prepare: async () => {},
    act: (process) => calling(process, made),
    leaves: "turn reverts",
  };
}

function reverting(name: string, more: { readonly meddles?: string }): Scenario {
  return {
    name,
    files: FILES,
    prepare: (disk) => inOne(disk, (process) => done(process.call(patch.tool, patch.args))),
    act: async (process) => outcomeOf(await heard(process.checkpoints.revert({ turnId: "t" }))),
    leaves: "revert goes both ways",
    written: { "a.txt": '644 "A\\n"', "sub/deep/new.txt": '644 "new\\n"', "sub/moved.sh": '750 "B\\n"' },
    ...more,
  };
}

interface Made {
  readonly tool: string;
  readonly args: unknown;
}

async function inOne(disk: Disk, task: (process: Process) => Promise<void>): Promise<void> {
  const process = await disk.start();
  await task(process);
  await process.end();
}

async function done(work: Promise<{ readonly success: boolean }>): Promise<void> {
  const answer = await work;
  if (!answer.success) throw new Error(`a preparation failed: ${JSON.stringify(answer)}`);
}

async function calling(process: Process, { tool, args }: Made): Promise<Outcome> {
  const result = await heard(process.call(tool, args));
  if (result === null) return { kind: "lost", acknowledged: "some", unkept: [] };
  if (!result.success) {
    // A single file may fail after its rename; its checkpoint then stands, and so does the error.
    return { kind: "lost", acknowledged: "some", unkept: [] };
  }
  const data: Readonly<Record<string, unknown>> = { ...result.data };
  const files: readonly unknown[] = Array.isArray(data.files) ? data.files : [data];
  const unkept = files.flatMap((file) => {
    const { path, moved_to, checkpoint } = Object(file);
    return Object(checkpoint).status === "none" ? [String(path), String(moved_to)] : [];
  });
  return { kind: "told", acknowledged: "all", unkept };
}

function outcomeOf(report: RevertReport | null): Outcome {
  if (report === null) return { kind: "lost", acknowledged: "some", unkept: [] };
  const acknowledged = report.success
    ? "all"
    : report.reverted_count === 0 && report.revert_turn_id === null
      ? "none"
      : "some";
  return { kind: "told", acknowledged, unkept: [] };
}

/** `null` when the caller hears no answer: the process died, or the call threw. */
async function heard<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof KilledError || error instanceof Error) return null;
    throw error;
  }
}
