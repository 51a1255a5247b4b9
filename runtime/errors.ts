/**
 * Every code a refusal or failure can carry, with what each door makes of it: the HTTP status, the CLI exit code, and
 * its meaning. Adding a code here is the only way to have one, so none can go unmapped.
 *
 * Exit codes: 0 ok, 1 internal, 2 usage or configuration, 3 not found, 4 refused, 5 staleness, 6 drift,
 * 7 unrecoverable or partial, 8 busy or timed out, 9 environment.
 */
export const ERROR_CODES = {
  bad_argument: { status: 400, exitCode: 2, meaning: "an argument is missing, malformed or out of range" },
  unsupported_argument: { status: 400, exitCode: 2, meaning: "an argument name this tool does not have" },
  conflicting_alias: { status: 400, exitCode: 2, meaning: "two spellings of one argument were given" },
  bad_json: { status: 400, exitCode: 2, meaning: "the body or line is not valid JSON" },
  empty_needle: { status: 400, exitCode: 4, meaning: "old_text is empty" },
  bad_patch: { status: 400, exitCode: 2, meaning: "the patch cannot be read; the message names its line" },
  bad_revision: { status: 400, exitCode: 2, meaning: "the revision is not 6 or more hex digits" },
  unauthorized: { status: 401, exitCode: 2, meaning: "the bearer token is missing or wrong" },
  forbidden_host: { status: 403, exitCode: 2, meaning: "the Host header is not one this server answers to" },
  forbidden_origin: { status: 403, exitCode: 2, meaning: "the request comes from a foreign web origin" },
  path_outside_root: { status: 403, exitCode: 4, meaning: "the path leaves the workspace root" },
  protected_path: { status: 403, exitCode: 4, meaning: "the path lies in a .git folder or in the product's own store" },
  permission_denied: { status: 403, exitCode: 4, meaning: "the operating system refused access" },
  not_found: { status: 404, exitCode: 3, meaning: "no such file or note, or old_text does not occur in the file" },
  unknown_tool: { status: 404, exitCode: 2, meaning: "no tool has this name" },
  unknown_route: { status: 404, exitCode: 2, meaning: "no route has this path" },
  no_checkpoints: { status: 404, exitCode: 3, meaning: "no checkpointed turn matches" },
  no_history: { status: 404, exitCode: 3, meaning: "no recorded edit of the file is left to undo or redo" },
  method_not_allowed: { status: 405, exitCode: 2, meaning: "the route exists but not for this method" },
  timeout: { status: 408, exitCode: 8, meaning: "the call ran out of time" },
  not_a_file: { status: 400, exitCode: 4, meaning: "the path names a folder, device, FIFO or socket" },
  ambiguous: { status: 409, exitCode: 4, meaning: "old_text fits more than one place" },
  unexpected_replacement_count: { status: 409, exitCode: 4, meaning: "the count differs from expected_replacements" },
  oversized_span: { status: 409, exitCode: 4, meaning: "the matched text carries far more content than old_text" },
  overlapping_matches: { status: 409, exitCode: 4, meaning: "two matched places share text" },
  elision_placeholder: {
    status: 409,
    exitCode: 4,
    meaning: "old_text holds a placeholder where its lines were left out",
  },
  replace_all_not_allowed: { status: 409, exitCode: 4, meaning: "replace_all would replace blocks nobody compared" },
  no_sound_mapping: { status: 409, exitCode: 4, meaning: "the new text cannot be given the file's indentation" },
  overlapping_hunks: { status: 409, exitCode: 4, meaning: "two hunks or edits change the same text" },
  already_exists: { status: 409, exitCode: 4, meaning: "a patch adds a file that is there and not empty" },
  no_change: { status: 409, exitCode: 4, meaning: "the result would equal the file" },
  never_read: { status: 409, exitCode: 5, meaning: "the session has not read this file" },
  stale: { status: 409, exitCode: 5, meaning: "the file changed since the session read it" },
  gone: { status: 409, exitCode: 5, meaning: "the session read this file and it no longer exists" },
  not_read_this_turn: { status: 409, exitCode: 5, meaning: "the file was not read in this turn" },
  revision_mismatch: { status: 409, exitCode: 5, meaning: "the file is not the revision that was passed" },
  stale_line_address: { status: 409, exitCode: 5, meaning: "a line or place was counted on other content" },
  changed_during_write: { status: 409, exitCode: 5, meaning: "the file changed between the check and the replace" },
  drifted: { status: 409, exitCode: 6, meaning: "a file changed after the agent wrote it" },
  root_unmapped: {
    status: 409,
    exitCode: 7,
    meaning: "the turn's root does not exist here, is another one, or the turn has several; pass root",
  },
  unrecoverable: { status: 409, exitCode: 7, meaning: "some path of the turn could not be brought back" },
  too_large: { status: 413, exitCode: 4, meaning: "the file or body is over the limit" },
  binary: { status: 415, exitCode: 4, meaning: "the file is binary" },
  not_utf8: { status: 415, exitCode: 4, meaning: "the file is not valid UTF-8" },
  unsupported_media_type: { status: 415, exitCode: 2, meaning: "the body is not application/json" },
  syntax_invalid: { status: 422, exitCode: 4, meaning: "the result would not parse, and validate_syntax is set" },
  malformed_call: { status: 422, exitCode: 4, meaning: "the calls cannot be written in this format without doubt" },
  limit: { status: 429, exitCode: 4, meaning: "a bound on what may be kept or run is reached" },
  cancelled: { status: 499, exitCode: 8, meaning: "the caller went away before the work began" },
  internal: { status: 500, exitCode: 1, meaning: "a fault in the runtime itself" },
  io_error: { status: 500, exitCode: 1, meaning: "the filesystem failed; the message names the errno code" },
  store_unusable: {
    status: 503,
    exitCode: 9,
    meaning: "the folder of the checkpoint store is no folder, or cannot be made",
  },
  store_read_only: {
    status: 503,
    exitCode: 9,
    meaning: "the checkpoint store lies on a disk that cannot be written to",
  },
  unavailable: { status: 503, exitCode: 8, meaning: "a needed service cannot be reached right now" },
} as const satisfies Record<string, { status: number; exitCode: number; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The HTTP status of an answer that carries this code, or none. */
export function statusOf(errorCode: ErrorCode | undefined): number {
  return errorCode === undefined ? 200 : ERROR_CODES[errorCode].status;
}

/**
 * What every FileSystem adapter throws.
 *
 * `code` is the POSIX errno name ("ENOENT", "EACCES", "ENOSPC", "EIO", ...), never a host's own class name.
 */
export class FileSystemError extends Error {
  override readonly name = "FileSystemError";
  readonly code: string;
  readonly operation: string;
  readonly path: string;

  constructor(code: string, operation: string, path: string, options?: { cause?: unknown; detail?: string }) {
    super(`${operation} "${path}": ${code}${options?.detail ? ` (${options.detail})` : ""}`, { cause: options?.cause });
    this.code = code;
    this.operation = operation;
    this.path = path;
  }
}

export function isFileSystemError(error: unknown, code?: string): error is FileSystemError {
  return error instanceof FileSystemError && (code === undefined || error.code === code);
}

/**
 * What checkpoint stores throw: busy or out of reach (`unavailable`), not to be written to (`store_read_only`), failing
 * (`io_error`), or holding something that
 * cannot be trusted (`unrecoverable`). The message names the file or the row.
 */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly errorCode: Extract<ErrorCode, "unavailable" | "io_error" | "unrecoverable" | "store_read_only">;

  constructor(errorCode: StoreError["errorCode"], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.errorCode = errorCode;
  }
}
