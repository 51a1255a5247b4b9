import { Refuted } from "../claims.ts";

/**
 * Decides which of several calls goes on, whenever all of them wait. The choices are plain numbers, so that a schedule
 * can be saved, replayed and shrunk: the n-th choice, modulo how many wait, is the place in the queue of the one that
 * goes on; when the choices are used up it is the first.
 */
export class Schedule {
  readonly #choices: readonly number[];
  readonly #waiting: { readonly label: string; readonly go: () => void }[] = [];
  #made = 0;

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  /** Where a call may be overtaken. */
  pause(label: string): Promise<void> {
    return new Promise((go) => this.#waiting.push({ label, go }));
  }

  /**
   * Lets the calls go on until all are done.
   *
   * @param holds Pauses that are not ended as long as any other waits.
   */
  async run<Result>(
    calls: readonly Promise<Result>[],
    holds: (label: string) => boolean = () => false,
  ): Promise<Result[]> {
    const turns = new EventLoopTurns();
    let isDone = false;
    const all = Promise.all(calls).finally(() => {
      isDone = true;
    });
    // Whoever awaits `all` hears of a rejection; until then it must not count as unheard.
    all.catch(() => {});
    try {
      for (;;) {
        await turns.next();
        if (this.#waiting.length === 0 && !isDone) await this.#patience(turns, () => isDone);
        if (isDone && this.#waiting.length === 0) return await all;
        this.#next(holds).go();
      }
    } finally {
      turns.end();
    }
  }

  #next(holds: (label: string) => boolean) {
    const free = this.#waiting.filter(({ label }) => !holds(label));
    const among = free.length > 0 ? free : this.#waiting;
    const chosen = among[(this.#choices[this.#made++] ?? 0) % among.length];
    if (chosen === undefined) throw new Refuted("no call goes on and not all are done: they wait for each other");
    this.#waiting.splice(this.#waiting.indexOf(chosen), 1);
    return chosen;
  }

  /** What is neither done nor waiting may be loading something; that takes turns, but not many. */
  async #patience(turns: EventLoopTurns, isDone: () => boolean): Promise<void> {
    for (let left = 1000; left > 0 && this.#waiting.length === 0 && !isDone(); left -= 1) await turns.next();
  }
}

/** A turn of the event loop begins when every promise that could go on has gone on. Timers would take a millisecond each. */
class EventLoopTurns {
  readonly #channel = new MessageChannel();
  #resume = () => {};

  constructor() {
    this.#channel.port1.onmessage = () => this.#resume();
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#resume = resolve;
      this.#channel.port2.postMessage(null);
    });
  }

  end(): void {
    this.#channel.port1.close();
  }
}
