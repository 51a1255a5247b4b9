import type { ErrorCode } from "../../errors.ts";

/** An export that is not taken over; nothing was changed. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly errorCode: Extract<ErrorCode, "unrecoverable" | "unavailable" | "bad_argument">;
  /** Roots that a mapping has to name before the export is taken over. */
  readonly unnamedRoots: readonly string[];

  constructor(errorCode: ImportError["errorCode"], message: string, unnamedRoots: readonly string[] = []) {
    super(message);
    this.errorCode = errorCode;
    this.unnamedRoots = unnamedRoots;
  }
}

/** @param line Counted from 1, the header. */
export function damagedAt(line: number, why: string): ImportError {
  return new ImportError("unrecoverable", `the export is damaged at line ${line}: ${why}; nothing was changed`);
}
