import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KeyedLocks } from "../runtime/locks.ts";
import { failureOf } from "./conformance/failure-of.ts";

describe("KeyedLocks", () => {
  test("tasks of one key never overlap and run in order of arrival; other keys do not wait", async () => {
    const locks = new KeyedLocks();
    const log: string[] = [];
    const first = gate();
    const task = (name: string, wait?: Promise<void>) => async () => {
      log.push(`${name} in`);
      await wait;
      log.push(`${name} out`);
      return name;
    };
    const all = [
      locks.withLock("a", task("a1", first.opened)),
      locks.withLock("a", task("a2")),
      locks.withLock("a", task("a3")),
      locks.withLock("b", task("b1")),
    ];
    expect(await all[3]).toBe("b1");
    expect(log).toEqual(["a1 in", "b1 in", "b1 out"]);
    first.open();
    expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "b1"]);
    expect(log.slice(3)).toEqual(["a1 out", "a2 in", "a2 out", "a3 in", "a3 out"]);
    expect(locks.size).toBe(0);
  });

  test("files share a lock by every spelling that some filesystem takes for one, and others do not wait", async () => {
    const locks = new KeyedLocks();
    const log: string[] = [];
    const first = gate();
    const task = (name: string, wait?: Promise<void>) => async () => {
      await wait;
      log.push(name);
    };
    const all = [
      locks.withFiles(["/w/caf\u00e9"], task("one", first.opened)),
      locks.withFiles(["/w/CAFE\u0301", "/w/other"], task("other spelling")),
      locks.withFiles(["/w/cafe"], task("other file")),
    ];
    await all[2];
    expect(log).toEqual(["other file"]);
    first.open();
    await Promise.all(all);
    expect(log).toEqual(["other file", "one", "other spelling"]);
    expect(locks.size).toBe(0);
  });

  test("a task that throws releases, and its error is the caller's", async () => {
    const locks = new KeyedLocks();
    const failing = locks.withLock(["a", "b"], async () => {
      throw new Error("mine");
    });
    expect(await failureOf(() => failing)).toMatchObject({ message: "mine" });
    expect(await locks.withLock(["b", "a"], async () => "next")).toBe("next");
    expect(locks.size).toBe(0);
  });

  test("keys in opposite order, and a key given twice, cannot deadlock", async () => {
    const locks = new KeyedLocks();
    const runs = [["a", "b"], ["b", "a"], ["b", "b", "a"], ["a"]].map((keys) => locks.withLock(keys, () => tick(1)));
    await Promise.all(runs);
    expect(locks.size).toBe(0);
  });

  test("an abort while waiting rejects at once, starts no task, and those behind wait for the one in front", async () => {
    const locks = new KeyedLocks();
    const front = gate();
    const log: string[] = [];
    const holder = locks.withLock("a", async () => {
      await front.opened;
      log.push("holder out");
    });
    const abort = new AbortController();
    const reason = new Error("caller went away");
    const aborted = locks.withLock("a", async () => void log.push("aborted ran"), abort.signal);
    const behind = locks.withLock("a", async () => void log.push("behind ran"));
    abort.abort(reason);
    expect(await failureOf(() => aborted)).toBe(reason);
    const late = locks.withLock("a", async () => void log.push("late ran"));
    await tick(5);
    expect(log).toEqual([]);
    front.open();
    await Promise.all([holder, behind, late]);
    expect(log).toEqual(["holder out", "behind ran", "late ran"]);
    expect(locks.size).toBe(0);
  });

  test("an abort between two keys gives the first one back", async () => {
    const locks = new KeyedLocks();
    const front = gate();
    const holder = locks.withLock("b", () => front.opened);
    const abort = new AbortController();
    const aborted = locks.withLock(["a", "b"], async () => "never", abort.signal);
    await tick(1);
    abort.abort();
    expect(await failureOf(() => aborted)).toMatchObject({ name: "AbortError" });
    expect(await locks.withLock("a", async () => "a is free")).toBe("a is free");
    front.open();
    await holder;
    expect(locks.size).toBe(0);
  });

  test("an aborted signal starts nothing, even when the lock is free", async () => {
    const locks = new KeyedLocks();
    const ran: string[] = [];
    const task = async () => void ran.push("ran");
    expect(await failureOf(() => locks.withLock("a", task, AbortSignal.abort()))).toMatchObject({ name: "AbortError" });
    expect([ran, locks.size]).toEqual([[], 0]);
  });

  test("under any schedule of waits and aborts no two tasks of a key overlap, all settle, and nothing is kept", async () => {
    const step = fc.record({
      keys: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 }),
      startAt: fc.nat(6),
      runFor: fc.nat(4),
      abortAt: fc.option(fc.nat(12), { nil: null }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const locks = new KeyedLocks();
        const held = new Set<string>();
        let overlaps = 0;
        const settled = await Promise.allSettled(
          steps.map(async ({ keys, startAt, runFor, abortAt }) => {
            const abort = new AbortController();
            await turns(startAt);
            if (abortAt !== null) void turns(abortAt).then(() => abort.abort());
            await locks.withLock(
              keys,
              async () => {
                if (keys.some((key) => held.has(key))) overlaps += 1;
                for (const key of keys) held.add(key);
                await turns(runFor);
                for (const key of keys) held.delete(key);
              },
              abort.signal,
            );
          }),
        );
        expect(overlaps).toBe(0);
        const failed = settled.flatMap((result, at) => (result.status === "rejected" ? [steps[at]?.abortAt] : []));
        expect(failed).not.toContain(null);
        await turns(20);
        expect(locks.size).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

function tick(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Lets other tasks run `count` times. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}
