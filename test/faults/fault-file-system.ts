import type { FilePrimitives, NewFile } from "../../adapters/fs/primitives.ts";
import { FileSystemError } from "../../runtime/errors.ts";
import type { FileSystem } from "../../runtime/ports/mod.ts";

/** Thrown by every call once the process is taken to be dead. It is no FileSystemError: nothing may handle it. */
export class KilledError extends Error {
  override readonly name = "KilledError";
}

export interface FaultPlan {
  /** The call that meets the fault, from 1; calls that `only` leaves out are not counted. None: nothing ever fails. */
  readonly at?: number;
  /** "kill": this call and all later ones throw a KilledError. "fail": this one throws `code`, later ones work. */
  readonly kind?: "fail" | "kill";
  /** "EIO" when not given. */
  readonly code?: string;
  /** Names of the operations that count. */
  readonly only?: readonly string[];
}

/**
 * Makes files fail at the n-th call, or the whole process die there.
 *
 * It wraps a `FileSystem` as the core sees it, or the `FilePrimitives` below one, so that a test can fall between the
 * steps of one write. Wrap several with one `Faults` to let them die together. A kill during a temporary file's `write`
 * leaves half of the bytes there.
 */
export class Faults {
  /** Every call that was let through or failed, in order: operation and path. */
  readonly calls: string[] = [];
  readonly #plan: FaultPlan;
  #counted = 0;
  #killed = false;

  constructor(plan: FaultPlan = {}) {
    this.#plan = plan;
  }

  get killed(): boolean {
    return this.#killed;
  }

  /** Calls counted so far; after a run without fault, the number of places where a sweep can fail. */
  get counted(): number {
    return this.#counted;
  }

  fileSystem(files: FileSystem): FileSystem {
    return this.#wrap(files, (operation, path) => this.#meet(operation, path));
  }

  /** Any other port whose calls are all asynchronous, so that it dies with the files. */
  port<T extends object>(port: T): T {
    return this.#wrap(port, (operation, path) => this.#meet(operation, path));
  }

  primitives(host: FilePrimitives): FilePrimitives {
    const wrapped = this.#wrap(host, (operation, path) => this.#meet(operation, path));
    return {
      ...wrapped,
      errorCode: (error) => (error instanceof FileSystemError ? error.code : host.errorCode(error)),
      createFile: async (path, mode) => this.#newFile(path, await wrapped.createFile(path, mode)),
    };
  }

  #newFile(path: string, file: NewFile): NewFile {
    const wrapped = this.#wrap(file, (operation) => this.#meet(`temp.${operation}`, path));
    return {
      ...wrapped,
      write: async (data) => {
        try {
          await wrapped.write(data);
        } catch (error) {
          if (error instanceof KilledError) await file.write(data.subarray(0, data.length >> 1));
          throw error;
        }
      },
      // The system closes what a dead process had open, and a close that reports a failure has closed.
      close: async () => {
        try {
          await wrapped.close();
        } catch (error) {
          await file.close();
          throw error;
        }
      },
    };
  }

  /** The same calls, each asking `before` first. */
  #wrap<T extends object>(target: T, before: (operation: string, path: string) => void): T {
    return new Proxy(target, {
      get: (_, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...args: unknown[]) => {
          before(String(name), String(args[0] ?? ""));
          return Reflect.apply(member, target, args);
        };
      },
    });
  }

  #meet(operation: string, path: string): void {
    if (this.#killed) throw new KilledError(`${operation} "${path}" after the process was killed`);
    this.calls.push(`${operation} ${path}`);
    const { at, kind = "fail", code = "EIO", only } = this.#plan;
    if (only !== undefined && !only.includes(operation)) return;
    this.#counted += 1;
    if (this.#counted !== at) return;
    if (kind === "fail") throw new FileSystemError(code, operation, path, { detail: `fault at call ${at}` });
    this.#killed = true;
    throw new KilledError(`killed at call ${at}, ${operation} "${path}"`);
  }
}
