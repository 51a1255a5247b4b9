import { Worker } from "node:worker_threads";
import type { ProjectCheckRequest, ProjectFindings, TypescriptProjects } from "../../runtime/ports/mod.ts";

/** A worker is given up when one answer takes longer than this; its project is too large to be kept warm. */
const GIVE_UP_MS = 60_000;
/** An unused worker holds a program of some 100 MB. */
const IDLE_MS = 5 * 60_000;

/**
 * Language services in a worker thread, on Node, Bun and Deno. The thread starts with the first question. An answer that
 * comes too late is dropped, but the work on it makes the next one quick.
 */
export function createThreadedProjects(): TypescriptProjects {
  let thread: ProjectThread | null = null;
  return {
    async check(request) {
      if (request.signal.aborted) return null;
      if (thread === null || thread.isOver) thread = new ProjectThread();
      return thread.ask(request);
    },
  };
}

type Waiting = (answer: ProjectFindings | null | Error) => void;

class ProjectThread {
  isOver = false;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #end: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const { url } = import.meta;
    this.#worker = new Worker(new URL(`./project-worker.${url.endsWith(".ts") ? "ts" : "js"}`, url));
    this.#worker.on("message", (answer: { id: number; findings?: ProjectFindings | null; error?: string }) => {
      const settle = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      this.#endAfter(this.#waiting.size === 0 ? IDLE_MS : GIVE_UP_MS);
      settle?.(answer.error === undefined ? (answer.findings ?? null) : new Error(answer.error));
    });
    this.#worker.on("error", (error) => this.#close(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on("exit", () => this.#close(new Error("the worker of TypeScript projects ended")));
    this.#worker.unref();
  }

  ask({ path, root, before, after, timeoutMs, signal }: ProjectCheckRequest): Promise<ProjectFindings | null> {
    this.#asked += 1;
    const id = this.#asked;
    if (this.#waiting.size === 0) this.#endAfter(GIVE_UP_MS);
    return new Promise((resolve, reject) => {
      const late = () => settle(null);
      const timer = setTimeout(late, timeoutMs);
      signal.addEventListener("abort", late, { once: true });
      const settle: Waiting = (answer) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", late);
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      };
      this.#waiting.set(id, settle);
      this.#worker.postMessage({ id, path, root, before, after });
    });
  }

  #endAfter(delayMs: number): void {
    clearTimeout(this.#end);
    this.#end = setTimeout(() => {
      this.#close(new Error("the worker of TypeScript projects was ended"));
      void this.#worker.terminate();
    }, delayMs);
    // A host may have no such call; its timer then only ends the worker a little later.
    if (typeof this.#end === "object") this.#end.unref();
  }

  #close(error: Error): void {
    this.isOver = true;
    clearTimeout(this.#end);
    for (const settle of this.#waiting.values()) settle(error);
    this.#waiting.clear();
  }
}
