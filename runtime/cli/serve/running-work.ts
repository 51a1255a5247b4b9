/**
 * What is under way and must end before the store is closed: requests, also those whose caller has gone, and pruning.
 */
export class RunningWork {
  readonly #running = new Set<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    const done = () => this.#running.delete(work);
    work.then(done, done);
    return work;
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
