import type { Clock, Ids } from "../../ports/mod.ts";

interface Turn {
  readonly id: string;
  /** When a call of it last began or ended, by both clocks. */
  last: Instant;
}

interface Instant {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

const MAX_SESSIONS = 1024;

/**
 * Turns for clients that name none: calls of one session belong together until it pauses for longer than `idleSeconds`.
 * Beyond a bound the session that was silent longest is forgotten, and begins a new turn when it speaks again.
 */
export class IdleTurns {
  readonly #turns = new Map<string, Turn>();
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #idleMs: number;

  constructor(deps: { readonly clock: Clock; readonly ids: Ids; readonly idleSeconds: number }) {
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#idleMs = deps.idleSeconds * 1000;
  }

  /** The turn of a call that begins now. */
  begin(sessionId: string): string {
    const now = this.#now();
    const known = this.#turns.get(sessionId);
    const turn = known && this.#pause(known.last, now) <= this.#idleMs ? known : { id: this.#newId(), last: now };
    turn.last = now;
    this.#turns.delete(sessionId);
    this.#turns.set(sessionId, turn);
    this.#dropOldest();
    return turn.id;
  }

  /** A call of the session has ended: its pause begins now, however long the call took. */
  end(sessionId: string): void {
    const turn = this.#turns.get(sessionId);
    if (turn) turn.last = this.#now();
  }

  #newId(): string {
    return `turn_${this.#ids.hex(8)}`;
  }

  #now(): Instant {
    return { wallMs: this.#clock.now(), monotonicMs: this.#clock.monotonicMs() };
  }

  /** The longer of both: the monotonic clock stands still while a machine sleeps, the wall clock may be set back. */
  #pause(last: Instant, now: Instant): number {
    return Math.max(now.wallMs - last.wallMs, now.monotonicMs - last.monotonicMs);
  }

  /** Maps iterate in order of insertion, and every call inserts anew. */
  #dropOldest(): void {
    for (const sessionId of this.#turns.keys()) {
      if (this.#turns.size <= MAX_SESSIONS) return;
      this.#turns.delete(sessionId);
    }
  }
}
