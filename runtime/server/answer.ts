import { type ErrorCode, statusOf } from "../errors.ts";
import { failure } from "../tools/mod.ts";

interface MaybeFailed {
  readonly error_code?: ErrorCode | undefined;
}

/** One JSON answer. Nothing may be kept by a cache, and no browser may take it for anything but JSON. */
export function answer<Body extends object>(body: Body & MaybeFailed, headers?: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status: statusOf(body.error_code),
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}

export function refusal(errorCode: ErrorCode, message: string, headers?: Record<string, string>): Response {
  return answer(failure(errorCode, message), headers);
}
