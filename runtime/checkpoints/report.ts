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
    refused: refusal?.code === "drifted" && reverted.length === 0,
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
  const drifted = files.filter((file) => file.status === "drifted");
  const names = drifted.map((file) => `"${file.path}" (${file.detail})`);
  const because = `nothing was changed, because of newer content in ${names.join(", ")}. `;
  const inTheWay = drifted.filter(isInTheWay);
  const staying = inTheWay.map((file) => `"${file.path}"`).join(", ");
  const move = `what stands in the way of ${staying} stays also with ${options.force}: move it away`;
  if (inTheWay.length === drifted.length) return `${because}Nothing is lost: ${move}, and call it again`;
  return (
    `${because}Look at it with ${options.dryRun}; with ${options.force} it is overwritten and the newer content will be lost ` +
    `from the file; only undoing the revert brings it back${inTheWay.length > 0 ? `; ${move}` : ""}`
  );
}

/** Why a revert that went as far as it could did not bring back every path. */
export function partialRefusal(files: readonly PlanEntry[], reverted: number): NonNullable<ReportInput["refusal"]> {
  const names = files.filter(isStuck).map((file) => `"${file.path}" (${file.detail})`);
  const others = `${reverted} other path${reverted === 1 ? " was" : "s were"} reverted`;
  const message = `could not bring back ${names.join(", ")}; ${others}`;
  if (files.some((file) => isStuck(file) && !isInTheWay(file))) {
    const next = "Call it again once the cause is mended, or write them anew";
    return { code: "unrecoverable", message: `${message}. ${next}` };
  }
  const next = "Nothing is lost: move what stands there away, and call it again";
  return { code: "drifted", message: `${message}. ${next}` };
}

/** Whether the path could not be brought back, also with force. */
export function isStuck(file: PlanEntry): boolean {
  return file.status === "unrecoverable" || file.status === "failed" || isInTheWay(file);
}

function isInTheWay({ status, action }: PlanEntry): boolean {
  return status === "drifted" && action === "skip";
}
