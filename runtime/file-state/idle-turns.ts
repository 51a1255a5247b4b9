import type { Clock } from "../ports/mod.ts";
import { dropOldest } from "./bounded.ts";

const MAX_SESSIONS = 1024;

/**
 * Turn ids for callers that have sessions but name no turns: calls of one session belong to one turn until it was quiet
 * for too long.
 */
export class IdleTurns {
  readonly #turns = new Map<string, { turnId: string; usedAt: number }>();
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #idleMs: number;
  readonly #newId: () => string;

  constructor(clock: Pick<Clock, "monotonicMs">, idleSeconds: number, newId: () => string) {
    this.#clock = clock;
    this.#idleMs = idleSeconds * 1000;
    this.#newId = newId;
  }

  /** The turn that a call belongs to which the session makes now. */
  turnOf(sessionId: string): string {
    const now = this.#clock.monotonicMs();
    const last = this.#turns.get(sessionId);
    const turnId = last !== undefined && now - last.usedAt <= this.#idleMs ? last.turnId : this.#newId();
    this.#turns.delete(sessionId);
    this.#turns.set(sessionId, { turnId, usedAt: now });
    dropOldest(this.#turns, MAX_SESSIONS);
    return turnId;
  }
}
