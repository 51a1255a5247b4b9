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
    let underWay = calls.length;
    const ends = () => {
      underWay -= 1;
    };
    for (const call of calls) call.then(ends, ends);
    try {
      for (;;) {
        await this.#settle(turns, () => underWay);
        if (underWay === 0 && this.#waiting.length === 0) return await Promise.all(calls);
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

  /**
   * Until every call waits or is done. One that does neither waits for another, which it may do for ever, or its host takes
   * some turns of the event loop over a step that another host takes none over; deciding too soon, such a host would only
   * ever see the schedules in which the others go first. When none waits, one may be loading something, for longer.
   */
  async #settle(turns: EventLoopTurns, underWay: () => number): Promise<void> {
    for (let turn = 0; turn < 1000; turn += 1) {
      await turns.next();
      const waiting = this.#waiting.length;
      if (waiting >= underWay() || (turn >= TURNS_OF_A_STEP && waiting > 0)) return;
    }
  }
}

/** At 16 Deno comes to the schedules that Bun and Node come to. */
const TURNS_OF_A_STEP = 24;

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
