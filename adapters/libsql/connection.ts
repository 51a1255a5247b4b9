import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { clearTimeout, setTimeout } from "node:timers";
import { type Client, createClient, LibsqlError } from "@libsql/client";
import { StoreError } from "../../runtime/errors.ts";
import { newestIndexFile, nextIndexFile } from "../../runtime/ports/mod.ts";
import { type CarriedOver, carryOver, carryOverToCopy, damageOf, mergeLog } from "./carry-over.ts";
import { fileUrl } from "./file-url.ts";

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
  /** Only look: a damaged file is read from a private copy, and nothing is merged. */
  readonly look: boolean;
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
  readonly #listeners = new Set<(damage: string) => void>();
  #client: Client | null = null;
  #ready = false;
  /** The file that counts now; see `nextIndexFile`. */
  #file: string;
  /** Which file the connection has open, as `identityOf` names it. */
  #opened: string | null = null;
  /** While only looking: what a damaged file was carried over to. */
  #copy: string | null = null;
  #damage: string | null = null;
  #tail: Promise<void> = Promise.resolve();
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(path: string, options: ConnectionOptions) {
    this.#path = path;
    this.#options = options;
    this.#file = path;
  }

  /** A sentence on the damage that this connection met, and on what became of the rows; `null` when it met none. */
  get damage(): string | null {
    return this.#damage;
  }

  /** The file that counts, as of the last task. */
  get file(): string {
    return this.#file;
  }

  /** Called with `damage` when it is met, and now when it was. */
  onDamage(listener: (damage: string) => void): void {
    this.#listeners.add(listener);
    if (this.#damage !== null) listener(this.#damage);
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
    const closed = this.#tail.then(async () => {
      await this.#rest();
      if (this.#copy !== null) rmSync(dirname(this.#copy), { recursive: true, force: true });
      this.#copy = null;
    });
    this.#tail = closed.then(ignore, ignore);
    return closed;
  }

  async #attempt<T>(task: (client: Client) => Promise<T>): Promise<T> {
    clearTimeout(this.#idleTimer);
    let hasCarriedOver = false;
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await task(await this.#open());
        } catch (error) {
          this.#drop();
          if (isUntrustworthy(error) && !hasCarriedOver) {
            hasCarriedOver = true;
            if (await this.#carryOver(`"${this.#file}" is damaged (${error.message})`)) continue;
          }
          if (!isBusy(error) || attempt === MAX_ATTEMPTS) throw storeError(this.#file, error);
        }
        await pause(attempt);
      }
    } finally {
      this.#idleTimer = setTimeout(() => this.#restWhenFree(), this.#options.idleMs);
      this.#idleTimer.unref();
    }
  }

  async #open(): Promise<Client> {
    const file = this.#copy ?? (this.#ready ? followed(this.#file) : newestOf(this.#path));
    // Rows written to a file that was deleted or replaced meanwhile would be gone with it, and still be reported as stored.
    if (this.#ready && (file !== this.#file || identityOf(file) !== this.#opened)) {
      this.#drop();
      dropOrphans(file);
    }
    if (!this.#ready) {
      this.#file = file;
      // SQLite would take what lies behind the damage for never written, and write over it.
      const damage = await damageOf(file);
      if (damage !== null) await this.#carryOver(damage);
    }
    this.#client ??= createClient({
      url: fileUrl(this.#file),
      timeout: this.#options.busyTimeoutMs,
      // Any integer a damaged row holds can then be read, and judged by the reader.
      intMode: "bigint",
    });
    if (!this.#ready) {
      await this.#options.prepare(this.#client);
      this.#opened = identityOf(this.#file);
      this.#ready = true;
    }
    return this.#client;
  }

  /** True when the next attempt opens another file, which holds what could be read of this one. */
  async #carryOver(damage: string): Promise<boolean> {
    const [from, to] = [this.#file, nextIndexFile(this.#file)];
    if (this.#copy !== null) return false;
    let carried: CarriedOver;
    try {
      carried = await (this.#options.look ? carryOverToCopy(from) : carryOver(from, to));
    } catch {
      // No place for it: what can be said of the file as it is stays the answer.
      return false;
    }
    this.#file = carried.path;
    if (this.#options.look) this.#copy = carried.path;
    const where = this.#options.look ? "a private copy is read" : `they are in "${to}" now`;
    const missing = carried.isIncomplete ? "some may be missing" : "none is missing";
    this.#damage = `${damage}; ${carried.rows} rows could be read, ${missing}, and ${where}. The damaged files stay as they are`;
    for (const listener of this.#listeners) listener(this.#damage);
    return true;
  }

  #restWhenFree(): void {
    this.#tail = this.#tail.then(() => this.#rest()).then(ignore, ignore);
  }

  /**
   * Gives the connection up. What is only in the log by then is merged first: a log can lose all that lies behind one
   * damaged byte, and a copy of the database file alone is then a copy of all.
   */
  async #rest(): Promise<void> {
    if (this.#client !== null && this.#ready && !this.#options.look && hasBytes(`${this.#file}-wal`)) {
      await mergeLog(this.#client).catch(ignore);
    }
    this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#idleTimer);
    this.#client?.close();
    this.#client = null;
    this.#ready = false;
  }
}

/** The file that counts now: another process may have carried this one over. */
function followed(file: string): string {
  const next = nextIndexFile(file);
  return existsSync(next) ? followed(next) : file;
}

function newestOf(path: string): string {
  const folder = dirname(path);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return join(folder, newestIndexFile(names, basename(path)) ?? basename(path));
}

function hasBytes(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
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

function isUntrustworthy(error: unknown): error is LibsqlError {
  return error instanceof LibsqlError && UNTRUSTWORTHY.has(error.code);
}

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
  'under its sha256; "mortise checkpoints verify" names the damage';

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
