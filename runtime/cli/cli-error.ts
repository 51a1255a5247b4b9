import { ERROR_CODES, type ErrorCode } from "../errors.ts";
import type { ToolFailure } from "../tools/mod.ts";

/** What ends a command early. The message names the value and the next step; the code gives the exit code. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly errorCode: ErrorCode;

  constructor(errorCode: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.errorCode = errorCode;
  }
}

/** A failure as every door sends it; made here so that commands without tools need not load them. */
export function failureBody(errorCode: ErrorCode, error: string): ToolFailure {
  return { success: false, error, error_code: errorCode };
}

/** Exit code of an answer's `error_code`; 0 when it has none, 1 when a server of another version sent one unknown here. */
export function exitCodeOf(errorCode: string | undefined): number {
  if (errorCode === undefined) return 0;
  return isErrorCode(errorCode) ? ERROR_CODES[errorCode].exitCode : 1;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}

/** The errno name of a host's error, such as "EADDRINUSE"; `undefined` when it carries none. */
export function errnoOf(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
