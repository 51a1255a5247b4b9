import { foldPath } from "./paths.ts";

/**
 * A mutex per key. Waiters are served in order of arrival; a key that nobody holds or awaits takes no memory.
 *
 * Several keys are taken in sorted order, so two callers that need the same keys can never wait for each other.
 */
export class KeyedLocks {
  readonly #tails = new Map<string, Promise<void>>();

  /** Runs `task` while holding every key; released when it settles. An aborted `signal` rejects before `task` starts. */
  async withLock<T>(keys: string | readonly string[], task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const wanted = typeof keys === "string" ? [keys] : [...new Set(keys)].sort();
    const releases: (() => void)[] = [];
    try {
      for (const key of wanted) releases.push(await this.#acquire(key, signal));
      signal?.throwIfAborted();
      return await task();
    } finally {
      for (const release of releases.reverse()) release();
    }
  }

  /**
   * The same for files, by their real paths. Names that some filesystem takes for one (`A.txt` and `a.txt`, composed and
   * decomposed letters) share a lock, whether or not the file is there and whatever this filesystem does: to wait in vain
   * costs little, and two writers of one file would cost an update.
   */
  withFiles<T>(paths: readonly string[], task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.withLock(paths.map(foldPath), task, signal);
  }

  /** Keys held or awaited right now. */
  get size(): number {
    return this.#tails.size;
  }

  /** Answers the release. An abort while waiting rejects at once; the place in the queue is then passed on in its turn. */
  async #acquire(key: string, signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted();
    const before = this.#tails.get(key);
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const tail = before ? before.then(() => gate) : gate;
    this.#tails.set(key, tail);
    const release = () => {
      open();
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    };
    if (before === undefined) return release;
    try {
      await untilAborted(before, signal);
    } catch (error) {
      // Not before its turn: those behind would run beside the one in front.
      void before.then(release);
      throw error;
    }
    return release;
  }
}

async function untilAborted(turn: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return turn;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
  });
  signal.addEventListener("abort", stop, { once: true });
  try {
    await Promise.race([turn, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
