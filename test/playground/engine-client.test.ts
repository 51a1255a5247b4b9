import { describe, expect, test } from "vitest";
import { EMPTY_DOCUMENT } from "../../playground/src/document/mod.ts";
import { createEngine, type EngineState, type EngineWorker } from "../../playground/src/engine/client.ts";
import type { EngineReply, EngineRequest } from "../../playground/src/engine/messages.ts";

/** A worker that answers when it is told to. */
class ScriptedWorker implements EngineWorker {
  readonly asked: EngineRequest[] = [];
  isEnded = false;
  #listener: ((event: MessageEvent<EngineReply>) => void) | undefined;

  postMessage(message: unknown): void {
    this.asked.push(message as EngineRequest);
  }
  terminate(): void {
    this.isEnded = true;
  }
  addEventListener(type: string, listener: (event: MessageEvent<EngineReply>) => void): void {
    if (type === "message") this.#listener = listener;
  }
  say(reply: EngineReply): void {
    this.#listener?.(new MessageEvent("message", { data: reply }));
  }
  answer(at: number): void {
    this.say({ kind: "answer", run: this.asked[at]?.run ?? 0, output: { frames: [], contents: new Map() } });
  }
}

function open(timeLimitMs = 60_000) {
  const workers: ScriptedWorker[] = [];
  const states: EngineState[] = [];
  const engine = createEngine({
    spawn: () => {
      const worker = new ScriptedWorker();
      workers.push(worker);
      return worker;
    },
    timeLimitMs,
    loadLimitMs: 60_000,
    onState: (state) => states.push(state),
  });
  return { engine, workers, states };
}

describe("the engine's client", () => {
  test("sends nothing before the worker is there, and then one question at a time", async () => {
    const { engine, workers } = open();
    const first = engine.ask("a", "fold", EMPTY_DOCUMENT);
    const second = engine.ask("b", "fold", EMPTY_DOCUMENT);
    expect(workers[0]?.asked).toHaveLength(0);
    workers[0]?.say({ kind: "ready" });
    expect(workers[0]?.asked).toHaveLength(1);
    workers[0]?.answer(0);
    expect((await first).kind).toBe("answer");
    workers[0]?.answer(1);
    expect((await second).kind).toBe("answer");
    engine.close();
  });

  test("of one lane only the newest waits, and the answer to an older one is dropped", async () => {
    const { engine, workers } = open();
    workers[0]?.say({ kind: "ready" });
    const first = engine.ask("a", "fold", EMPTY_DOCUMENT);
    const second = engine.ask("a", "fold", EMPTY_DOCUMENT);
    const third = engine.ask("a", "fold", EMPTY_DOCUMENT);
    expect(await second).toEqual({ kind: "superseded" });
    workers[0]?.answer(0);
    expect(await first).toEqual({ kind: "superseded" });
    workers[0]?.answer(1);
    expect((await third).kind).toBe("answer");
    engine.close();
  });

  test("a worker that does not answer is ended, and the next question goes to a new one", async () => {
    const { engine, workers, states } = open(20);
    workers[0]?.say({ kind: "ready" });
    const stuck = engine.ask("a", "fold", EMPTY_DOCUMENT);
    const next = engine.ask("b", "fold", EMPTY_DOCUMENT);
    expect(await stuck).toEqual({ kind: "timed_out" });
    expect([workers[0]?.isEnded, workers.length, states.at(-1)]).toEqual([true, 2, "restarting"]);
    workers[0]?.answer(0);
    workers[1]?.say({ kind: "ready" });
    workers[1]?.answer(0);
    expect((await next).kind).toBe("answer");
    engine.close();
  });

  test("a fault is told with its message", async () => {
    const { engine, workers } = open();
    workers[0]?.say({ kind: "ready" });
    const asked = engine.ask("a", "fold", EMPTY_DOCUMENT);
    workers[0]?.say({ kind: "fault", run: workers[0].asked[0]?.run ?? 0, message: "broken" });
    expect(await asked).toEqual({ kind: "fault", message: "broken" });
    engine.close();
  });
});
