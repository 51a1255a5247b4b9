import { boolean, constantFrom, integer, record } from "fast-check";
import { claim } from "../claims.ts";
import { isCount, isFlag, isOneOf, isRecordOf } from "../guards.ts";
import type { CheckpointsProperty, StorePorts } from "./checkpoints-engine.ts";
import { deletion } from "./history.ts";

const WORKS = ["write", "delete", "revert", "undo"] as const;

interface Case {
  readonly work: (typeof WORKS)[number];
  /** The process dies at its n-th call. */
  readonly at: number;
  /** The last call is carried out, and only its answer is lost. */
  readonly late: boolean;
}

const FIRST = { a: "first", b: "first" };

export const killed: CheckpointsProperty<Case> = (engine) => ({
  id: "C10",
  version: 1,
  title: "A process that dies at any call leaves each file old or new, a store that is sound, and turns that go back",
  doc: "It dies at a call of the files, the blobs or the rows; a new process then ends what was begun, and reverts the turn.",
  kind: "model",
  needsTree: true,
  arbitrary: record({ work: constantFrom(...WORKS), at: integer({ min: 1, max: 70 }), late: boolean() }),
  async run({ work, at, late }) {
    const life = new Life(at, late);
    const bench = await engine.open({ files: FIRST, wrap: (ports) => mortal(ports, life) });
    const write = (path: string) => bench.call("write_file", { path, content: "agent" });
    if (work !== "write") for (const path of ["a", "b"]) await write(path);
    if (work === "undo") await bench.checkpoints().revert({ turnId: "t" });
    life.begin();
    const acts = {
      write: async () => {
        for (const path of ["a", "b"]) await write(path);
      },
      delete: async () => void (await bench.call("edit_file", { patch: deletion("a") })),
      revert: async () => void (await bench.checkpoints().revert({ turnId: "t" })),
      undo: async () => void (await bench.checkpoints().revert({ undo: true })),
    };
    await acts[work]().catch((error: unknown) => {
      if (!(error instanceof Died)) throw error;
    });
    await expectWhole(bench, "the file after the death");
    await bench.restart();
    await expectWhole(bench, "the file after the next start");
    const { success, error } = await bench.checkpoints().verify();
    claim(success, () => `the store after the death: ${error}`);
    const report = await bench.checkpoints().revert({ turnId: "t" });
    claim(report.success || report.error_code === "no_checkpoints", () => `the revert: ${report.error}`);
    for (const path of ["a", "b"]) claim((await bench.text(path)) === "first", `"${path}" was not brought back`);
  },
  classify: ({ work, at }) => `${work}, ${at <= 15 ? "early" : "late"}`,
  witnesses: WORKS.map((work) => `${work}, late`),
  accepts: isRecordOf<Case>({ work: isOneOf<Case["work"]>(WORKS), at: isCount, late: isFlag }),
});

async function expectWhole(bench: { text(path: string): Promise<string | null> }, what: string): Promise<void> {
  for (const path of ["a", "b"]) {
    const text = await bench.text(path);
    claim(text === "first" || text === "agent" || (path === "a" && text === null), `${what} "${path}": ${text}`);
  }
}

class Died extends Error {}

/** How many calls a process has left. */
class Life {
  readonly #at: number;
  readonly #isLate: boolean;
  #made = 0;
  #begun = false;

  constructor(at: number, isLate: boolean) {
    this.#at = at;
    this.#isLate = isLate;
  }

  begin(): void {
    this.#begun = true;
  }

  async spend(call: () => unknown): Promise<unknown> {
    if (!this.#begun) return await call();
    this.#made += 1;
    if (this.#made < this.#at) return await call();
    if (this.#made === this.#at && this.#isLate) await call();
    throw new Died();
  }
}

function mortal(ports: StorePorts, life: Life): StorePorts {
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => life.spend(() => Reflect.apply(member, target, args));
      },
    });
  const fs: StorePorts["fs"] = {
    ...wrap(ports.fs),
    stageFile: async (...args) => wrap(await wrap(ports.fs).stageFile(...args)),
  };
  return { ...ports, fs, index: wrap(ports.index), blobs: wrap(ports.blobs) };
}
