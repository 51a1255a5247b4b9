type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Counts the requests being answered, including those whose caller has gone: their writes must end before the store is
 * closed.
 */
export class RunningRequests {
  readonly #running = new Set<Promise<unknown>>();

  track(handler: Handler): (request: Request) => Promise<Response> {
    return async (request) => {
      const answer = Promise.resolve(handler(request));
      this.#running.add(answer);
      try {
        return await answer;
      } finally {
        this.#running.delete(answer);
      }
    };
  }

  /** Resolves when none runs, or after `ms`. */
  async settled(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([Promise.allSettled([...this.#running]), deadline]);
    clearTimeout(timer);
  }
}
