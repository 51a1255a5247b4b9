/** The doors for other programs: REST and the Model Context Protocol in one Hono app, and the latter line by line. */

export { refusal } from "./answer.ts";
export { type AppDependencies, createApp, MAX_BODY_BYTES } from "./app.ts";
export { readBounded, readJsonBody } from "./body.ts";
export { createGate } from "./gate.ts";
export { allowedHosts, bracketed, isLoopback } from "./hosts.ts";
export { type MessageLines, serveMcpLines } from "./mcp-lines.ts";
export { openPage, type Page } from "./page.ts";
export { createPageApp } from "./page-app.ts";
