import { rmSync, statSync } from "node:fs";
import { clearTimeout, setTimeout } from "node:timers";
import { type Client, createClient, LibsqlError } from "@libsql/client";
import { StoreError } from "../../runtime/errors.ts";

export interface ConnectionOptions {
  /**
   * An unused connection is given up after this long. The driver lets go of the files with the next garbage collection
   * only: it cannot end its prepared statements earlier. No lock is held meanwhile.
   */
  readonly idleMs: number;
  /** How long SQLite itself waits for another process's lock, blocking this one: the driver is synchronous. */
  readonly busyTimeoutMs: number;
  /** Run on every fresh connection before anything else. */
  readonly prepare: (client: Client) => Promise<void>;
}

const MAX_ATTEMPTS = 6;

/**
 * The one connection of this process to a database file, used by one task at a time.
 *
 * Two properties of the driver make this necessary. A second writer of the same process would wait for the first
 * inside SQLite, with the event loop stopped. And after SQLITE_BUSY the failed statement stays open: later writes on
 * that connection report success and are never committed, so it is thrown away at once, before any other statement.
 */
export class LibsqlConnection {
  readonly #path: string;
  readonly #options: ConnectionOptions;
  #client: Client | null = null;
  #ready = false;
  /** Which file the connection has open, as `identityOf` names it. */
  #opened: string | null = null;
  #tail: Promise<void> = Promise.resolve();
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(path: string, options: ConnectionOptions) {
    this.#path = path;
    this.#options = options;
  }

  /**
   * Runs `task` once all earlier ones have ended. It is run again after SQLITE_BUSY, so it must do one thing that
   * happens wholly or not at all.
   *
   * @throws StoreError
   */
  run<T>(task: (client: Client) => Promise<T>): Promise<T> {
    const result = this.#tail.then(() => this.#attempt(task));
    this.#tail = result.then(ignore, ignore);
    return result;
  }

  /** After the tasks that were handed in before. A later task opens the connection again. */
  close(): Promise<void> {
    const closed = this.#tail.then(() => this.#drop());
    this.#tail = closed.then(ignore, ignore);
    return closed;
  }

  async #attempt<T>(task: (client: Client) => Promise<T>): Promise<T> {
    clearTimeout(this.#idleTimer);
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await task(await this.#open());
        } catch (error) {
          this.#drop();
          if (!isBusy(error) || attempt === MAX_ATTEMPTS) throw storeError(this.#path, error);
        }
        await pause(attempt);
      }
    } finally {
      this.#idleTimer = setTimeout(() => this.#drop(), this.#options.idleMs);
      this.#idleTimer.unref();
    }
  }

  async #open(): Promise<Client> {
    // Rows written to a file that was deleted or replaced meanwhile would be gone with it, and still be reported as stored.
    if (this.#ready && identityOf(this.#path) !== this.#opened) {
      this.#drop();
      dropOrphans(this.#path);
    }
    this.#client ??= createClient({
      url: fileUrl(this.#path),
      timeout: this.#options.busyTimeoutMs,
      // Any integer a damaged row holds can then be read, and judged by the reader.
      intMode: "bigint",
    });
    if (!this.#ready) {
      await this.#options.prepare(this.#client);
      this.#opened = identityOf(this.#path);
      this.#ready = true;
    }
    return this.#client;
  }

  #drop(): void {
    clearTimeout(this.#idleTimer);
    this.#client?.close();
    this.#client = null;
    this.#ready = false;
  }
}

/** The driver decodes a `file:` address by percent signs; "#" and "?" would otherwise cut the path. */
export function fileUrl(path: string): string {
  return `file:${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** Device and file number; `null` when nothing is at the path. */
function identityOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}

/** The side files of a database that was deleted alone: a new one would take their content for its own. */
function dropOrphans(path: string): void {
  if (identityOf(path) !== null) return;
  for (const suffix of ["-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
}

function ignore(): void {}

function isBusy(error: unknown): boolean {
  return error instanceof LibsqlError && (error.code === "SQLITE_BUSY" || error.code === "SQLITE_PROTOCOL");
}

/** Spread out, so that processes that met once do not meet again. */
function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
}

const UNTRUSTWORTHY = new Set(["SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT"]);
const FAILING = new Set(["SQLITE_IOERR", "SQLITE_FULL", "SQLITE_NOMEM", "SQLITE_CONSTRAINT"]);

const REMEDY =
  'Files can be written all the same, without checkpoints. What was kept lies in the folder "blobs" beside it, each content ' +
  'under its sha256; "mortise checkpoints verify" names the damage. To begin a new index, move index.db, index.db-wal and ' +
  "index.db-shm elsewhere";

function storeError(path: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const code = error instanceof LibsqlError ? error.code : "";
  const reason = error instanceof Error ? error.message : String(error);
  const message = `store database "${path}": ${reason.includes(code) ? reason : `${code}: ${reason}`}`;
  if (UNTRUSTWORTHY.has(code)) return new StoreError("unrecoverable", `${message}. ${REMEDY}`, { cause: error });
  const isThere = identityOf(path) !== null;
  if (isThere && (code.startsWith("SQLITE_READONLY") || code.startsWith("SQLITE_CANTOPEN"))) {
    return new StoreError("store_read_only", message, { cause: error });
  }
  return new StoreError(FAILING.has(code) ? "io_error" : "unavailable", message, { cause: error });
}
