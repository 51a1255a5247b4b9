import { boolean, constantFrom, integer, record } from "fast-check";
import { claim } from "../claims.ts";
import { isCount, isFlag, isOneOf, isRecordOf } from "../guards.ts";
import { type CheckpointsProperty, ROOT, type StorePorts } from "./checkpoints-engine.ts";

const WORKS = ["write", "revert"] as const;

interface Case {
  readonly work: (typeof WORKS)[number];
  /** The path is there already when it is written. */
  readonly exists: boolean;
  /** Somebody writes it right before the n-th call of the work on files. */
  readonly at: number;
}

export const atTheLastMoment: CheckpointsProperty<Case> = (engine) => ({
  id: "C13",
  version: 1,
  title:
    "What somebody writes while a write or a revert is under way is never lost, up to the call that replaces the file",
  doc: "It stays in the file, or is kept in the checkpoints: what stands there is compared again right before it is replaced.",
  kind: "schedule",
  needsTree: true,
  arbitrary: record({ work: constantFrom(...WORKS), exists: boolean(), at: integer({ min: 1, max: 40 }) }),
  async run({ work, exists, at }) {
    let [made, begun] = [0, false];
    const meet = async () => {
      if (!begun || ++made !== at) return;
      await bench.put("a", "theirs");
    };
    const bench = await engine.open({
      files: exists ? { a: "first" } : {},
      wrap: (ports) => ({ ...ports, fs: met(ports.fs, meet) }),
    });
    const write = () => bench.call("write_file", { path: "a", content: "agent" });
    if (work === "revert") await write();
    begun = true;
    if (work === "write") await write();
    else await bench.checkpoints().revert({ turnId: "t" });
    begun = false;
    if (made < at || (await bench.text("a")) === "theirs") return;
    const rows = await bench.plain.index.byFile({ root: ROOT, relativePath: "a", limit: 9 });
    const theirs = bench.plain.hash.sha256(new TextEncoder().encode("theirs"));
    claim(
      rows.some((row) => row.beforeHash === theirs),
      `what somebody wrote before call ${at} of the ${work} is lost`,
    );
  },
  classify: ({ work, exists }) => `${work} of ${exists ? "a file that was there" : "a new file"}`,
  witnesses: WORKS.flatMap((work) => [`${work} of a file that was there`, `${work} of a new file`]),
  accepts: isRecordOf<Case>({ work: isOneOf<Case["work"]>(WORKS), exists: isFlag, at: isCount }),
});

/** The last compare is part of the replacing call, so nobody comes between the two here. */
function met(fs: StorePorts["fs"], meet: () => Promise<void>): StorePorts["fs"] {
  const meeting = <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) => {
    return async (...args: Args): Promise<T> => {
      await meet();
      return call(...args);
    };
  };
  return {
    ...fs,
    readFile: meeting(fs.readFile),
    lstat: meeting(fs.lstat),
    stat: meeting(fs.stat),
    realpath: meeting(fs.realpath),
    writeFile: meeting(fs.writeFile),
    async stageFile(...args) {
      await meet();
      const staged = await fs.stageFile(...args);
      return { ...staged, publish: meeting(staged.publish) };
    },
  };
}
