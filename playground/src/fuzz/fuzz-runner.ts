import type { FuzzAsk, FuzzReply } from "./messages.ts";

/** One worker at a time. To stop is to end it: what runs in it need not be asked. */
export class FuzzRunner {
  readonly #listen: (reply: FuzzReply) => void;
  #worker: Worker | null = null;
  #isReady = false;
  #waiting: FuzzAsk[] = [];

  constructor(listen: (reply: FuzzReply) => void) {
    this.#listen = listen;
  }

  ask(ask: FuzzAsk): void {
    this.#worker ??= this.#start();
    if (this.#isReady) this.#worker.postMessage(ask);
    else this.#waiting.push(ask);
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
    this.#waiting = [];
  }

  #start(): Worker {
    const worker = new Worker(new URL("./laws-worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<FuzzReply>) => {
      if (worker !== this.#worker) return;
      if (data.kind === "ready") {
        this.#isReady = true;
        for (const ask of this.#waiting.splice(0)) worker.postMessage(ask);
      } else this.#listen(data);
    });
    worker.addEventListener("error", () => {
      if (worker !== this.#worker) return;
      this.stop();
      this.#listen({ kind: "fault", message: "the worker could not be loaded" });
    });
    return worker;
  }
}
