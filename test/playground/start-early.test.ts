import { expect, test } from "vitest";
import type { EngineWorker } from "../../playground/src/engine/client.ts";
import type { EngineReply } from "../../playground/src/engine/messages.ts";
import { startEarly } from "../../playground/src/engine/start-early.ts";

/** A worker by its listeners, with a way to let it speak. */
class FakeWorker implements EngineWorker {
  readonly #listeners: ((event: MessageEvent<EngineReply>) => void)[] = [];
  readonly sent: unknown[] = [];
  isEnded = false;

  postMessage(message: unknown): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }

  addEventListener(type: "message" | "error", listener: (event: MessageEvent<EngineReply>) => void): void {
    if (type === "message") this.#listeners.push(listener);
  }

  say(data: EngineReply): void {
    for (const listener of this.#listeners) listener(new MessageEvent("message", { data }));
  }
}

function started() {
  const workers: FakeWorker[] = [];
  const spawn = startEarly(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  });
  return { workers, spawn };
}

function heardBy(worker: EngineWorker): string[] {
  const heard: string[] = [];
  worker.addEventListener("message", ({ data }) => heard.push(data.kind));
  return heard;
}

test("a worker that was ready before anybody asked says so to the first listener, and is the same one", async () => {
  const { workers, spawn } = started();
  const [early] = workers;
  early?.say({ kind: "ready" });
  const taken = spawn();
  const heard = heardBy(taken);
  expect(heard).toEqual([]);
  await Promise.resolve();
  early?.say({ kind: "fault", run: 1, message: "no" });
  taken.postMessage("a question");
  taken.terminate();
  expect(heard).toEqual(["ready", "fault"]);
  expect([workers.length, early?.sent, early?.isEnded]).toEqual([1, ["a question"], true]);
});

test("one that becomes ready afterwards says so once, and the next that asks gets another worker", async () => {
  const { workers, spawn } = started();
  const heard = heardBy(spawn());
  workers[0]?.say({ kind: "ready" });
  await Promise.resolve();
  expect(heard).toEqual(["ready"]);
  const ofNext = heardBy(spawn());
  await Promise.resolve();
  expect([workers.length, ofNext]).toEqual([2, []]);
});
