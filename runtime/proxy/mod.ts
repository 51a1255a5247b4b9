/**
 * An OpenAI-compatible server in front of another one, for models that write their tool calls as text: calls come out
 * structured, invented results never arrive, and an upstream that still loads, stumbles or stalls is asked again as long as
 * nothing of its answer was handed on.
 *
 * - What needs no mending goes through as it came: requests without tools, structured calls, messages without a call.
 * - Delivered text is never repeated: a failure after the first delivered character ends the stream with an error.
 * - The caller's key goes to the upstream and nowhere else; redirects are not followed.
 * - The client's pace is the upstream's pace; what is held back is bounded.
 */
export { createProxy, type ProxyDependencies } from "./app.ts";
export { parseUpstream, type Upstream } from "./upstream.ts";
