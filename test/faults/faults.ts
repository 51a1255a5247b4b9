import type { FilePrimitives, NewFile } from "../../adapters/fs/primitives.ts";
import { FileSystemError, StoreError } from "../../runtime/errors.ts";
import type { BlobStore, CheckpointIndex, FileSystem } from "../../runtime/ports/mod.ts";

/** Thrown by every call once the process is taken to be dead. It is no FileSystemError: nothing may handle it. */
export class KilledError extends Error {
  override readonly name = "KilledError";
}

export interface FaultPlan {
  /** The call that meets the fault, from 1; calls that `only` leaves out are not counted. None: nothing ever fails. */
  readonly at?: number;
  /**
   * "fail": this call fails with `code`, later ones work. "stay": all later ones fail too, as on a disk that stays full.
   * "kill": this one and all later ones throw a KilledError.
   */
  readonly kind?: "fail" | "stay" | "kill";
  /** "EIO" when not given. */
  readonly code?: string;
  /** The call is carried out, and only its answer is lost. */
  readonly late?: boolean;
  /** Names of the operations that count. */
  readonly only?: readonly string[];
  /** Calls on paths below this folder count alone. */
  readonly below?: string;
}

/**
 * Makes files, index or blobs fail at the n-th call, or the whole process die there.
 *
 * It wraps a `FileSystem` as the core sees it, or the `FilePrimitives` below one, so that a test can fall between the
 * steps of one write. Wrap several with one `Faults` to count them together and let them die together. A kill during a
 * temporary file's `write` leaves half of the bytes there.
 */
export class Faults {
  /** Every call that was let through or failed, in order: operation and path. */
  readonly calls: string[] = [];
  readonly #plan: FaultPlan;
  #counted = 0;
  #fired = false;

  constructor(plan: FaultPlan = {}) {
    this.#plan = plan;
  }

  get killed(): boolean {
    return this.#fired && this.#plan.kind === "kill";
  }

  /** Whether the planned call came. */
  get fired(): boolean {
    return this.#fired;
  }

  /** Calls counted so far; after a run without fault, the number of places where a sweep can fail. */
  get counted(): number {
    return this.#counted;
  }

  fileSystem(files: FileSystem): FileSystem {
    const wrapped = this.#wrap(files, fileFailure);
    return {
      ...wrapped,
      stageFile: async (path, data, options) =>
        this.#wrap(await wrapped.stageFile(path, data, options), fileFailure, "staged.", path),
    };
  }

  index(index: CheckpointIndex): CheckpointIndex {
    // What a dead process had open is closed by the system.
    return { ...this.#wrap(index, indexFailure, "index."), close: () => index.close() };
  }

  blobs(blobs: BlobStore): BlobStore {
    return this.#wrap(blobs, fileFailure, "blobs.");
  }

  primitives(host: FilePrimitives): FilePrimitives {
    const wrapped = this.#wrap(host, fileFailure);
    return {
      ...wrapped,
      errorCode: (error) => (error instanceof FileSystemError ? error.code : host.errorCode(error)),
      createFile: async (path, mode) => {
        let opened: NewFile | null = null;
        const open = async (...args: Parameters<FilePrimitives["createFile"]>) => {
          opened = await host.createFile(...args);
          return opened;
        };
        try {
          return this.#newFile(path, await this.#wrap({ createFile: open }, fileFailure).createFile(path, mode));
        } catch (error) {
          await closeQuietly(opened);
          throw error;
        }
      },
    };
  }

  #newFile(path: string, file: NewFile): NewFile {
    const wrapped = this.#wrap(file, fileFailure, "temp.", path);
    return {
      ...wrapped,
      write: async (data) => {
        try {
          await wrapped.write(data);
        } catch (error) {
          if (error instanceof KilledError && !this.#plan.late) await file.write(data.subarray(0, data.length >> 1));
          throw error;
        }
      },
      // The system closes what a dead process had open, and a close that reports a failure has closed.
      close: async () => {
        try {
          await wrapped.close();
        } catch (error) {
          await closeQuietly(file);
          throw error;
        }
      },
    };
  }

  /** The same calls, each of which may meet the fault; `place` stands for the first argument. */
  #wrap<T extends object>(target: T, failure: Failure, prefix = "", place?: string): T {
    const wrap = (name: string, member: (...args: unknown[]) => unknown) => {
      return async (...args: unknown[]) => {
        const fault = this.#meet(`${prefix}${name}`, place ?? String(args[0] ?? ""), failure);
        if (fault === null) return Reflect.apply(member, target, args);
        if (fault.isLate) await Reflect.apply(member, target, args);
        throw fault.error;
      };
    };
    return new Proxy(target, {
      get: (_, name) => {
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function"
          ? wrap(String(name), (...args) => Reflect.apply(member, target, args))
          : member;
      },
    });
  }

  #meet(operation: string, path: string, failure: Failure): { error: Error; isLate: boolean } | null {
    const { at, kind = "fail", code = "EIO", only, below, late = false } = this.#plan;
    if (this.killed) {
      return { error: new KilledError(`${operation} "${path}" after the process was killed`), isLate: false };
    }
    this.calls.push(`${operation} ${path}`);
    if (only !== undefined && !only.includes(operation)) return null;
    if (below !== undefined && !path.startsWith(`${below}/`)) return null;
    this.#counted += 1;
    const isFirst = this.#counted === at;
    if (isFirst) this.#fired = true;
    if (!isFirst && !(kind === "stay" && this.#fired)) return null;
    const detail = `fault at call ${this.#counted}`;
    const error =
      kind === "kill"
        ? new KilledError(`killed at call ${at}, ${operation} "${path}"`)
        : failure(code, operation, path, detail);
    return { error, isLate: late && isFirst };
  }
}

type Failure = (code: string, operation: string, path: string, detail: string) => Error;

const fileFailure: Failure = (code, operation, path, detail) => new FileSystemError(code, operation, path, { detail });

/** An index has codes of its own, whatever the disk below it said. */
const indexFailure: Failure = (code, operation, _, detail) =>
  new StoreError("io_error", `${operation} failed with ${code}, ${detail}`);

/** What a dead process had open is closed by the system, also when it was closed before. */
async function closeQuietly(file: NewFile | null): Promise<void> {
  await file?.close().catch(() => undefined);
}
