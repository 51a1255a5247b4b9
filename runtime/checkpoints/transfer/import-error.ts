import type { ErrorCode } from "../../errors.ts";

/** An export that is not taken over; nothing was changed. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly errorCode: Extract<ErrorCode, "unrecoverable" | "unavailable" | "bad_argument">;

  constructor(errorCode: ImportError["errorCode"], message: string) {
    super(message);
    this.errorCode = errorCode;
  }
}
