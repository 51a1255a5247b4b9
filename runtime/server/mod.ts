/** The HTTP door: one Hono app over a runtime, the same on every host. */

export { refusal } from "./answer.ts";
export { type AppDependencies, createApp, MAX_BODY_BYTES } from "./app.ts";
export { allowedHosts, bracketed, isLoopback } from "./hosts.ts";
