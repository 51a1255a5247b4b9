import { dropOldest } from "./bounded.ts";

export type ReadGate = "auto" | "turn" | "session" | "off";

/** Whose reads count: a turn is one user message, and its marks are those of one session. */
export interface Reader {
  readonly sessionId: string;
  readonly turnId: string;
}

interface Mark {
  readonly turnId: string;
  /** sha256 of what the reader then knew; `null` when no hash was taken. */
  readonly contentHash: string | null;
  /** sha256 of what was last shown with line numbers; own writes move lines and do not renew it. */
  readonly shownHash: string | null;
  /** sha256 of what the session wrote last outside of any turn, of which no checkpoint tells; `null` for nothing. */
  readonly unrecordedHash: string | null;
  /** Something ran that may have changed any file: the mark counts only while the hash still holds. */
  readonly isDoubtful: boolean;
}

/** What the gate of a call asks for: `auto` asks nothing of a plain tool call, and a read in the turn of our own agent. */
export function gateFor(setting: ReadGate, surface: string): Exclude<ReadGate, "auto"> {
  if (setting !== "auto") return setting;
  return surface === "agent" ? "turn" : "off";
}

/**
 * Which files each session read or wrote, in which turn, and what it was shown of them.
 *
 * Keys are real paths. Memory is bounded like that of the tracker; a mark that was dropped asks for another read.
 */
export class ReadMarks {
  readonly #sessions = new Map<string, Map<string, Mark>>();
  readonly #maxSessions: number;
  readonly #maxFiles: number;

  constructor(limits: { readonly maxSessions: number; readonly maxFiles: number }) {
    this.#maxSessions = limits.maxSessions;
    this.#maxFiles = limits.maxFiles;
  }

  /** The reader was shown the file, or a part of it. */
  read(reader: Reader, path: string, contentHash: string | null): void {
    this.#set(reader, path, { contentHash, shownHash: contentHash, unrecordedHash: this.#unrecorded(reader, path) });
  }

  /** The reader wrote the file, which counts as a read of it. */
  wrote(reader: Reader, path: string, contentHash: string): void {
    const unrecordedHash = reader.turnId === "" ? contentHash : this.#unrecorded(reader, path);
    this.#set(reader, path, { contentHash, shownHash: this.shownHash(reader.sessionId, path), unrecordedHash });
  }

  forget(sessionId: string, path: string): void {
    this.#sessions.get(sessionId)?.delete(path);
  }

  /** Marks stay, but each counts from now on only for the content that it was made on. */
  doubt(sessionId: string): void {
    const marks = this.#sessions.get(sessionId);
    for (const [path, mark] of marks ?? []) marks?.set(path, { ...mark, isDoubtful: true });
  }

  /**
   * Whether the file was read as the gate asks. A caller without a session, or without a turn where one is asked for, has
   * no reads that could be counted and passes.
   *
   * @param contentHash sha256 of the file as it is now.
   */
  passes(gate: Exclude<ReadGate, "auto">, reader: Reader, path: string, contentHash: string): boolean {
    if (gate === "off" || reader.sessionId === "" || (gate === "turn" && reader.turnId === "")) return true;
    const mark = this.#sessions.get(reader.sessionId)?.get(path);
    if (mark === undefined || (gate === "turn" && mark.turnId !== reader.turnId)) return false;
    return !mark.isDoubtful || mark.contentHash === contentHash;
  }

  /** sha256 of the content whose line numbers the session saw last; `null` when it saw none. */
  shownHash(sessionId: string, path: string): string | null {
    return this.#sessions.get(sessionId)?.get(path)?.shownHash ?? null;
  }

  /** sha256 of what the session wrote last outside of any turn; `null` when it wrote nothing so, or it was forgotten. */
  unrecordedHash(sessionId: string, path: string): string | null {
    return this.#unrecorded({ sessionId }, path);
  }

  #unrecorded({ sessionId }: Pick<Reader, "sessionId">, path: string): string | null {
    return this.#sessions.get(sessionId)?.get(path)?.unrecordedHash ?? null;
  }

  #set({ sessionId, turnId }: Reader, path: string, seen: Omit<Mark, "turnId" | "isDoubtful">): void {
    if (sessionId === "") return;
    const marks = this.#sessions.get(sessionId) ?? new Map<string, Mark>();
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, marks);
    dropOldest(this.#sessions, this.#maxSessions);
    marks.delete(path);
    marks.set(path, { turnId, ...seen, isDoubtful: false });
    dropOldest(marks, this.#maxFiles);
  }
}
