import { dropOldest } from "./bounded.ts";
import { type Fingerprint, isUnchanged, type Observation } from "./observation.ts";
import { ReadMarks } from "./read-marks.ts";

export type Verdict = "ok" | "never_read" | "stale" | "gone";

export interface Judgement {
  readonly verdict: Verdict;
  /** What the session saw, when it saw anything. */
  readonly observation: Observation | null;
}

/**
 * What each session has looked at. Keys are real paths, so every spelling of a file shares one observation.
 *
 * Memory is bounded: beyond the limits the least recently used session, or the session's oldest observation, is dropped,
 * which errs on the safe side (`never_read`).
 */
export class FileStateTracker {
  readonly #sessions = new Map<string, Map<string, Observation>>();
  readonly #maxSessions: number;
  readonly #maxFiles: number;

  /** Reads by turn; they outlive `forgetSession`, which only makes them doubtful. */
  readonly marks: ReadMarks;

  constructor(limits: { maxSessions?: number; maxFilesPerSession?: number } = {}) {
    this.#maxSessions = limits.maxSessions ?? 1024;
    this.#maxFiles = limits.maxFilesPerSession ?? 16_384;
    this.marks = new ReadMarks({ maxSessions: this.#maxSessions, maxFiles: this.#maxFiles });
  }

  /** Records a read, or the session's own write. An empty session records nothing. */
  observe(sessionId: string, path: string, observation: Observation): void {
    if (sessionId === "") return;
    const files = this.#touch(sessionId);
    files.delete(path);
    files.set(path, observation);
    dropOldest(files, this.#maxFiles);
  }

  /** The file is known to be absent because this session removed it, so a new one there is not `gone`. */
  forget(sessionId: string, path: string): void {
    this.#sessions.get(sessionId)?.delete(path);
  }

  /**
   * Drops all that a session saw, since something ran that may have changed any file; answers how many observations that
   * were. Other sessions keep theirs.
   */
  forgetSession(sessionId: string): number {
    this.marks.doubt(sessionId);
    const count = this.#sessions.get(sessionId)?.size ?? 0;
    this.#sessions.delete(sessionId);
    return count;
  }

  observation(sessionId: string, path: string): Observation | null {
    return this.#sessions.get(sessionId)?.get(path) ?? null;
  }

  /** @param current How the file looks now; `null` when nothing is there. */
  judge(sessionId: string, path: string, current: Fingerprint | null): Judgement {
    const observation = sessionId === "" ? null : (this.#sessions.get(sessionId)?.get(path) ?? null);
    if (sessionId === "") return { verdict: "ok", observation };
    if (observation === null) return { verdict: current === null ? "ok" : "never_read", observation };
    if (current === null) return { verdict: "gone", observation };
    return { verdict: isUnchanged(observation, current) ? "ok" : "stale", observation };
  }

  #touch(sessionId: string): Map<string, Observation> {
    const files = this.#sessions.get(sessionId) ?? new Map<string, Observation>();
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, files);
    dropOldest(this.#sessions, this.#maxSessions);
    return files;
  }
}
