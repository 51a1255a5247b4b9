import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { clearTimeout, setTimeout } from "node:timers";
import { type Client, createClient, LibsqlError } from "@libsql/client";
import { StoreError } from "../../runtime/errors.ts";
import { newestIndexFile, nextIndexFile } from "../../runtime/ports/mod.ts";
import {
  type CarriedOver,
  carryOver,
  carryOverToCopy,
  copyOf,
  type DatabaseFiles,
  damageAt,
  damageOf,
  filesAt,
  mergeLog,
} from "./carry-over.ts";
import { fileUrl } from "./file-url.ts";
import { writerOf } from "./lock-holder.ts";

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
  /** Only look: what is read is a private copy, mended where it is damaged, so that nothing is written beside the file either. */
  readonly look: boolean;
}

const MAX_ATTEMPTS = 6;

/** After one wait in vain the next ones are short for so long: a call asks the index several times. */
const HASTY_MS = 10_000;
const HASTY_TIMEOUT_MS = 200;
const LEAST_MS = 300;

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
  #counting: string;
  /** The file that is opened: the one that counts, or a copy of it. */
  #file: string;
  /** Which file the connection has open, as `identityOf` names it. */
  #opened: string | null = null;
  /** While only looking: the private copy. */
  #copy: string | null = null;
  /** `performance.now()` until which nobody waits long for a lock: somebody held it for as long as one waits. */
  #hastyUntil = 0;
  #damage: string | null = null;
  #tail: Promise<void> = Promise.resolve();
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(path: string, options: ConnectionOptions) {
    this.#path = path;
    this.#options = options;
    this.#counting = path;
    this.#file = path;
  }

  /** A sentence on the damage that this connection met, and on what became of the rows; `null` when it met none. */
  get damage(): string | null {
    return this.#damage;
  }

  /** The file that counts, as of the last task. */
  get file(): string {
    return this.#counting;
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
      this.#forgetCopy();
    });
    this.#tail = closed.then(ignore, ignore);
    return closed;
  }

  async #attempt<T>(task: (client: Client) => Promise<T>): Promise<T> {
    clearTimeout(this.#idleTimer);
    let hasCarriedOver = false;
    const begun = performance.now();
    const patienceMs =
      begun < this.#hastyUntil ? HASTY_TIMEOUT_MS : Math.max(this.#options.busyTimeoutMs * 0.9, LEAST_MS);
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          const result = await task(await this.#open());
          this.#hastyUntil = 0;
          return result;
        } catch (error) {
          this.#drop();
          if (isUntrustworthy(error) && !hasCarriedOver) {
            hasCarriedOver = true;
            if (await this.#carryOver(`"${this.#counting}" is damaged (${error.message})`)) continue;
          }
          if (!isBusy(error)) throw storeError(this.#counting, error);
          if (attempt === MAX_ATTEMPTS || performance.now() - begun >= patienceMs) {
            this.#hastyUntil = performance.now() + HASTY_MS;
            throw heldError(this.#counting, error);
          }
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
    if (this.#copy === null) this.#counting = file;
    // Rows written to a file that was deleted or replaced meanwhile would be gone with it, and still be reported as stored.
    if (this.#ready && (file !== this.#file || identityOf(file) !== this.#opened)) this.#drop();
    if (!this.#ready) {
      this.#file = file;
      if (this.#options.look) await this.#copyIt();
      else {
        // SQLite would take what lies behind the damage for never written, and write over it.
        const damage = await damageAt(file);
        if (damage !== null) await this.#carryOver(damage);
      }
    }
    const isHasty = performance.now() < this.#hastyUntil;
    this.#client ??= createClient({
      url: fileUrl(this.#file),
      timeout: isHasty ? HASTY_TIMEOUT_MS : this.#options.busyTimeoutMs,
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

  /** Leaves the file itself to be opened while somebody writes to it without a pause: it is not the last one to close it then. */
  async #copyIt(): Promise<void> {
    if (this.#copy !== null) return;
    const files = await filesAt(this.#file);
    if (files === null) return;
    const isGone = files.file.length === 0 && files.log.length === 0;
    const damage = isGone ? `"${files.path}" holds nothing` : damageOf(files);
    if (damage !== null && (await this.#carryOver(damage, files))) return;
    this.#file = this.#copy = copyOf(files);
  }

  /** True when the next attempt opens another file, which holds what could be read of this one. */
  async #carryOver(damage: string, found?: DatabaseFiles): Promise<boolean> {
    if (this.#damage !== null && this.#options.look) return false;
    let carried: CarriedOver;
    try {
      carried = await this.#carriedOver(found);
    } catch {
      // No place for it: what can be said of the file as it is stays the answer.
      return false;
    }
    const where = this.#options.look ? "a private copy is read" : `they are in "${carried.path}" now`;
    const missing = carried.isIncomplete ? "some may be missing" : "none is missing";
    this.#damage = `${damage}; ${carried.rows} rows could be read, ${missing}, and ${where}. The damaged files stay as they are`;
    this.#file = carried.path;
    if (!this.#options.look) this.#counting = carried.path;
    for (const listener of this.#listeners) listener(this.#damage);
    return true;
  }

  async #carriedOver(found: DatabaseFiles | undefined): Promise<CarriedOver> {
    if (!this.#options.look) return carryOver(this.#file, nextIndexFile(this.#file));
    const files = found ?? (await filesAt(this.#counting));
    if (files === null) throw new TypeError("the files are written to without a pause");
    const carried = await carryOverToCopy(files);
    this.#forgetCopy();
    this.#copy = carried.path;
    return carried;
  }

  #forgetCopy(): void {
    if (this.#copy !== null) rmSync(dirname(this.#copy), { recursive: true, force: true });
    this.#copy = null;
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

function ignore(): void {}

function isUntrustworthy(error: unknown): error is LibsqlError {
  return error instanceof LibsqlError && (UNTRUSTWORTHY.has(error.code) || LOST_TABLE.test(error.message));
}

function isBusy(error: unknown): boolean {
  return error instanceof LibsqlError && (error.code === "SQLITE_BUSY" || error.code === "SQLITE_PROTOCOL");
}

/** Spread out, so that processes that met once do not meet again. */
function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
}

/** Somebody holds a lock for longer than any commit takes: a process that was stopped in the middle of one. */
function heldError(path: string, error: unknown): StoreError {
  const pid = writerOf(path);
  const who = pid === null ? "another process" : `process ${pid}`;
  const message =
    `store database "${path}": ${who} has held its write lock for longer than a commit takes, so nothing was changed. ` +
    `It may be frozen: continue or end it, then call again; looking (list, show, diff, verify, export) works meanwhile`;
  return new StoreError("unavailable", message, { cause: error });
}

const UNTRUSTWORTHY = new Set(["SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT"]);
/** A table or column that the version in the header promises. */
const LOST_TABLE = /\bno such (table|column)\b/;
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
