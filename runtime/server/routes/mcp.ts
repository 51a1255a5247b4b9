import type { Hono } from "hono";
import type { AppDependencies } from "../app.ts";
import { readJsonBody } from "../body.ts";
import type { HttpSessions } from "../mcp/http-sessions.ts";

/**
 * The Model Context Protocol over streamable HTTP: POST carries its messages, DELETE ends a session. There is no GET: the
 * server says nothing unasked, so no stream has to stay open. The protocol's library loads with the first request.
 */
export function addMcpRoutes(app: Hono, { runtime, maxBodyBytes }: AppDependencies): void {
  let opened: Promise<HttpSessions> | undefined;
  const sessions = (): Promise<HttpSessions> => {
    opened ??= import("../mcp/http-sessions.ts").then(({ createHttpSessions }) => createHttpSessions(runtime));
    return opened;
  };

  app.post("/mcp", async (context) => {
    const body = await readJsonBody(context.req.raw, maxBodyBytes);
    if (body.kind === "refused") return body.response;
    return (await sessions()).post(context.req.raw, body.value);
  });
  app.delete("/mcp", async (context) => (await sessions()).delete(context.req.raw));
}
