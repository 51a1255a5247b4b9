import type { EngineReply } from "./messages.ts";
import type { Operations } from "./operations/registry.ts";

export type EngineAnswer<Output> =
  | { readonly kind: "answer"; readonly output: Output }
  /** A newer request of the same lane took its place; nobody waits for this one. */
  | { readonly kind: "superseded" }
  /** The worker was ended and started again; the next request finds a fresh one. */
  | { readonly kind: "timed_out" }
  | { readonly kind: "fault"; readonly message: string };

export type EngineState = "starting" | "ready" | "busy" | "restarting";

export interface Asker<Table extends OperationTable> {
  /**
   * Puts a question. Of one lane only the newest question matters: an older one that still waits is never sent, and the
   * answer to one under way is dropped.
   */
  ask<Name extends keyof Table & string>(
    lane: string,
    name: Name,
    input: Parameters<Table[Name]>[0],
  ): Promise<EngineAnswer<Awaited<ReturnType<Table[Name]>>>>;
  close(): void;
}

/** What a worker answers, by name. */
export type OperationTable = { readonly [name: string]: (input: never, context: never) => Promise<unknown> };

export type Engine = Asker<Operations>;

/** As much of a worker as the client needs. */
export interface EngineWorker {
  postMessage(message: unknown): void;
  terminate(): void;
  addEventListener(type: "message", listener: (event: MessageEvent<EngineReply>) => void): void;
  addEventListener(type: "error", listener: () => void): void;
}

export interface EngineOptions {
  readonly spawn: () => EngineWorker;
  /** For one answer, counted from when the worker begins on it; by the question's name where they differ. */
  readonly timeLimitMs: number | ((name: string) => number);
  /** For the worker to load. */
  readonly loadLimitMs: number;
  readonly onState: (state: EngineState) => void;
}

interface Question {
  readonly lane: string;
  readonly name: string;
  readonly input: unknown;
  readonly settle: (answer: EngineAnswer<unknown>) => void;
}

/**
 * A client that asks one question at a time. The worker remembers nothing that the questions do not carry, so one that
 * does not answer in time is ended, and the next question goes to a new one.
 */
export function createAsker<Table extends OperationTable>(options: EngineOptions): Asker<Table> {
  let waiting: Question[] = [];
  let current: { readonly run: number; readonly question: Question } | null = null;
  let worker: EngineWorker | null = null;
  let isReady = false;
  let run = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function start(state: EngineState): void {
    isReady = false;
    options.onState(state);
    const started = options.spawn();
    worker = started;
    started.addEventListener("message", ({ data }) => {
      if (worker === started) receive(data);
    });
    started.addEventListener("error", () => {
      if (worker !== started) return;
      giveUp({ kind: "fault", message: "the engine stopped; reload the page if it does so again" });
    });
    limit(options.loadLimitMs);
  }

  function limit(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => giveUp({ kind: "timed_out" }), ms);
  }

  function giveUp(answer: EngineAnswer<never>): void {
    clearTimeout(timer);
    worker?.terminate();
    const asked = current?.question;
    current = null;
    // One that never became ready leaves its questions to the next.
    if (isReady || waiting.length === 0) asked?.settle(answer);
    else waiting.shift()?.settle(answer);
    start("restarting");
  }

  function receive(reply: EngineReply): void {
    if (reply.kind === "ready") {
      isReady = true;
      clearTimeout(timer);
      options.onState("ready");
      send();
      return;
    }
    if (reply.run !== current?.run) return;
    const { question } = current;
    current = null;
    clearTimeout(timer);
    const isLate = waiting.some(({ lane }) => lane === question.lane);
    if (isLate) question.settle({ kind: "superseded" });
    else if (reply.kind === "fault") question.settle({ kind: "fault", message: reply.message });
    else question.settle({ kind: "answer", output: reply.output });
    options.onState("ready");
    send();
  }

  function send(): void {
    if (!isReady || current !== null) return;
    const question = waiting.shift();
    if (question === undefined) return;
    run += 1;
    current = { run, question };
    options.onState("busy");
    const { timeLimitMs } = options;
    limit(typeof timeLimitMs === "number" ? timeLimitMs : timeLimitMs(question.name));
    worker?.postMessage({ run, name: question.name, input: question.input });
  }

  start("starting");
  return {
    ask: (lane, name, input) =>
      new Promise((resolve) => {
        for (const older of waiting.filter((question) => question.lane === lane)) older.settle({ kind: "superseded" });
        waiting = waiting.filter((question) => question.lane !== lane);
        // The registry's types tie the answer to the name; the queue holds questions of all names.
        waiting.push({ lane, name, input, settle: resolve as Question["settle"] });
        send();
      }),
    close() {
      clearTimeout(timer);
      worker?.terminate();
      worker = null;
    },
  };
}

/** The client of the engine itself. */
export const createEngine: (options: EngineOptions) => Engine = createAsker<Operations>;
