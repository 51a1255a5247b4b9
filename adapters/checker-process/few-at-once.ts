import type { CheckerOutcome, CheckerProcesses, CheckerRun } from "../../runtime/ports/mod.ts";

type EndOfWait = "turn" | "time" | "cancelled";

/** At most `most` programs at a time, in the order of the asking. A wait counts towards the time of the run. */
export function fewAtOnce(processes: CheckerProcesses, most: number): CheckerProcesses {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function startTurn(run: CheckerRun): Promise<EndOfWait> {
    if (running < most) {
      running += 1;
      return "turn";
    }
    return waitFor(run);
  }

  function waitFor({ timeoutMs, signal }: CheckerRun): Promise<EndOfWait> {
    return new Promise((resolve) => {
      const end = (how: EndOfWait) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        const place = waiting.indexOf(onTurn);
        if (place >= 0) waiting.splice(place, 1);
        resolve(how);
      };
      const onTurn = () => end("turn");
      const onAbort = () => end("cancelled");
      const timer = setTimeout(() => end("time"), timeoutMs);
      signal.addEventListener("abort", onAbort, { once: true });
      waiting.push(onTurn);
      if (signal.aborted) onAbort();
    });
  }

  /** The turn goes to who waits longest, or back. */
  function endTurn(): void {
    const next = waiting[0];
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async run(run): Promise<CheckerOutcome> {
      const asked = performance.now();
      const how = await startTurn(run);
      if (how !== "turn") return { kind: "stopped", reason: how };
      try {
        const timeoutMs = Math.max(1, run.timeoutMs - (performance.now() - asked));
        return await processes.run({ ...run, timeoutMs });
      } finally {
        endTurn();
      }
    },
  };
}
