import { type ErrorCode, statusOf } from "../errors.ts";
import { isRecord } from "../schema.ts";
import type { UpstreamFailure } from "./failure.ts";
import { headersForClient } from "./headers.ts";
import { reportHeader } from "./report.ts";

/** An error as clients of this protocol read it. */
export function errorBody(errorCode: ErrorCode, message: string): object {
  return { error: { message: `mortise: ${message}`, type: "mortise_error", param: null, code: errorCode } };
}

export function refuse(errorCode: ErrorCode, message: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(errorBody(errorCode, message)), {
    status: statusOf(errorCode),
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}

/** A refusal of the server's own parts, said as clients of this protocol read it. */
export async function translated(refusal: Response): Promise<Response> {
  const body: unknown = await refusal.json();
  const fields = isRecord(body) ? body : {};
  const { error, error_code: code } = fields;
  const headers = new Headers(refusal.headers);
  const inner = { message: `mortise: ${String(error)}`, type: "mortise_error", param: null, code };
  return new Response(JSON.stringify({ error: inner }), { status: refusal.status, headers });
}

/**
 * What the client gets when the upstream could not be made to answer: its last answer, or ours. `x-should-retry` keeps
 * clients from starting over what was just given up.
 */
export function failedAnswer({ answer, message }: UpstreamFailure, retries: number): Response {
  const marks = { "x-mortise": reportHeader("pass", retries), "x-should-retry": "false" };
  if (answer === null) return refuse("unavailable", message, marks);
  const headers = headersForClient(answer.headers);
  for (const [name, value] of Object.entries(marks)) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
}
