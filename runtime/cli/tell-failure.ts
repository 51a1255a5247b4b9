import { type ErrorCode, isFileSystemError, StoreError } from "../errors.ts";
import { CliError, exitCodeOf, failureBody } from "./cli-error.ts";
import { OutputError } from "./output.ts";
import { printable, type Shell } from "./shell.ts";

/**
 * Says what ended a command early and answers its exit code. `fields` stand in the JSON answer beside the failure.
 *
 * @throws OutputError as it came: there is nowhere to tell it.
 */
export async function tellFailure(shell: Shell, error: unknown, fields: object = {}): Promise<number> {
  if (error instanceof OutputError) throw error;
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (shell.json) await shell.printJson({ ...failureBody(code, message), ...fields });
  else await shell.say(`mortise: ${shell.paint("red", printable(message))}`);
  if (code === "internal" && error instanceof Error) await shell.say(printable(error.stack ?? ""));
  return exitCodeOf(code);
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof CliError || error instanceof StoreError) return error.errorCode;
  return isFileSystemError(error) ? "io_error" : "internal";
}
