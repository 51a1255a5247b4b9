/** An answer of the upstream kept for the client, in case asking again does not help. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Short names, also the label of the counter. */
export type FailureReason =
  | "unreachable"
  | "status"
  | "stalled"
  | "broken_off"
  | "not_utf8"
  | "redirect"
  | "certificate";

/** Why an attempt came to nothing. The message is for the client and holds nothing of its request. */
export class UpstreamFailure extends Error {
  override readonly name = "UpstreamFailure";
  readonly reason: FailureReason;
  readonly isTransient: boolean;
  readonly answer: KeptAnswer | null;
  /** The wait that the upstream asked for. */
  readonly retryAfterMs: number | null;

  constructor(
    reason: FailureReason,
    message: string,
    details: { isTransient?: boolean; answer?: KeptAnswer; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.reason = reason;
    this.isTransient = details.isTransient ?? true;
    this.answer = details.answer ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}

const TRANSIENT_STATUSES = new Set([408, 409, 425, 429, 500, 501, 502, 503, 504, 529]);

export function isTransientStatus(status: number): boolean {
  return TRANSIENT_STATUSES.has(status);
}

/** What `fetch` or a body's reader rejected with. Only the code is told: messages of hosts may quote a header. */
export function networkFailure(error: unknown, reason: "unreachable" | "broken_off"): UpstreamFailure {
  const code = codeOf(error);
  const said = code === null ? "" : ` (${code})`;
  if (code !== null && /^CERT_|^ERR_TLS|SELF_SIGNED|UNABLE_TO_/.test(code)) {
    const message = `the upstream's certificate is not accepted${said}; correct it or the --upstream URL`;
    return new UpstreamFailure("certificate", message, { isTransient: false, cause: error });
  }
  const message =
    reason === "unreachable"
      ? `the upstream cannot be reached${said}; check that it runs and the --upstream URL`
      : `the upstream broke its answer off${said}`;
  return new UpstreamFailure(reason, message, { cause: error });
}

/** Hosts put the errno name on the error or on its cause. */
function codeOf(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return null;
}
