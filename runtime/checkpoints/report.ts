import { type OptionNames, SHELL_NOT_COVERED } from "./note.ts";
import type { PlanEntry, RevertReport, RevertRequest } from "./types.ts";

export type ReportCode = NonNullable<RevertReport["error_code"]>;

export interface ReportInput {
  readonly turnId: string;
  readonly request: RevertRequest;
  readonly files: readonly PlanEntry[];
  readonly reverted?: readonly string[];
  readonly revertTurnId?: string | null;
  /** What was left out on purpose, as a sentence. */
  readonly leftOut?: string;
  readonly refusal?: { readonly code: ReportCode; readonly message: string };
}

/** The flat answer of every door. It succeeded when there is no refusal. */
export function revertReport(input: ReportInput): RevertReport {
  const { request, files, refusal, reverted = [] } = input;
  return {
    success: refusal === undefined,
    ...(refusal ? { error: refusal.message, error_code: refusal.code } : {}),
    turn_id: input.turnId,
    revert_turn_id: input.revertTurnId ?? null,
    dry_run: request.dryRun === true,
    forced: request.force === true,
    refused: refusal?.code === "drifted",
    reverted,
    reverted_count: reverted.length,
    skipped: files.filter((file) => file.action === "skip").map((file) => file.path),
    drifted: files.filter((file) => file.status === "drifted").map((file) => file.path),
    files,
    ...SHELL_NOT_COVERED,
    ...(input.leftOut ? { note: `${SHELL_NOT_COVERED.note} ${input.leftOut}` } : {}),
  };
}

export function noCheckpoints(request: RevertRequest): RevertReport {
  const of = request.sessionId === undefined ? "" : ` in session "${request.sessionId}"`;
  if (request.undo) return noRevert(request);
  const message =
    request.turnId === undefined
      ? `no turn${of} has checkpoints; writes are recorded only when the call names a turn`
      : `turn "${request.turnId}" has no checkpoints${of}; list the turns to see which do`;
  return revertReport({
    turnId: request.turnId ?? "",
    request,
    files: [],
    refusal: { code: "no_checkpoints", message },
  });
}

function noRevert(request: RevertRequest): RevertReport {
  const message =
    request.turnId === undefined
      ? "no revert is left to take back; list the turns to see those of kind revert"
      : `turn "${request.turnId}" is no revert and was not reverted; list the turns to see those of kind revert`;
  return revertReport({
    turnId: request.turnId ?? "",
    request,
    files: [],
    refusal: { code: "no_checkpoints", message },
  });
}

export function driftMessage(files: readonly PlanEntry[], options: OptionNames): string {
  const names = files.filter((file) => file.status === "drifted").map((file) => `"${file.path}" (${file.detail})`);
  return (
    `nothing was changed, because of newer content in ${names.join(", ")}. ` +
    `Look at it with ${options.dryRun}; with ${options.force} it is overwritten and the newer content will be lost ` +
    "from the file; only undoing the revert brings it back"
  );
}

export function partialMessage(files: readonly PlanEntry[], reverted: number): string {
  const names = files.filter(isStuck).map((file) => `"${file.path}" (${file.detail})`);
  return `could not bring back ${names.join(", ")}; ${reverted} other path${reverted === 1 ? " was" : "s were"} reverted. Call it again once the cause is mended, or write them anew`;
}

/** Whether the path could not be brought back. */
export function isStuck(file: PlanEntry): boolean {
  return file.status === "unrecoverable" || file.status === "failed";
}
