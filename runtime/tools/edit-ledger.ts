/** An edit of a file, as results list it. */
export interface EditedFile {
  readonly path: string;
  /** Of the file after the call; `null` when there is none. */
  readonly md5: string | null;
  readonly applied: boolean;
  readonly memory_id: string | null;
}

const LISTED_FILES = 5;
const MAX_SESSIONS = 1024;

/** The files that each session edited last. Bounded; what is dropped is only no longer listed. */
export class EditLedger {
  readonly #sessions = new Map<string, readonly EditedFile[]>();

  add(sessionId: string, edited: EditedFile): void {
    if (sessionId === "") return;
    const others = this.of(sessionId).filter(({ path }) => path !== edited.path);
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, [edited, ...others].slice(0, LISTED_FILES));
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= MAX_SESSIONS) break;
      this.#sessions.delete(oldest);
    }
  }

  /** The files were taken back to what they were; their edits no longer stand. */
  drop(sessionId: string, paths: readonly string[]): void {
    const left = this.of(sessionId).filter(({ path }) => !paths.includes(path));
    if (this.#sessions.has(sessionId)) this.#sessions.set(sessionId, left);
  }

  /** Newest first; a file stands in the list once. */
  of(sessionId: string): readonly EditedFile[] {
    return this.#sessions.get(sessionId) ?? [];
  }
}
