import type { Runtime } from "../runtime.ts";

/**
 * What is under way and must end before the store is closed: requests, tool calls, also those whose caller has gone, and
 * pruning.
 */
export class RunningWork {
  readonly #running = new Set<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    const done = () => this.#running.delete(work);
    work.then(done, done);
    return work;
  }

  /** The runtime with every tool call counted: an answer that is streamed begins before its call has ended. */
  counting(runtime: Runtime): Runtime {
    return { ...runtime, callTool: (name, args, ctx) => this.add(runtime.callTool(name, args, ctx)) };
  }

  /** Resolves when nothing is under way, or after `ms`. */
  async settled(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([Promise.allSettled([...this.#running]), deadline]);
    clearTimeout(timer);
  }
}
