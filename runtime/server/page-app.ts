import { Hono } from "hono";
import { answer, refusal } from "./answer.ts";
import { createGate } from "./gate.ts";
import type { Page } from "./page.ts";
import { addPageRoutes } from "./routes/page.ts";

/** The playground alone: no tools, no workspace, no token. */
export function createPageApp(page: Page, hosts: ReadonlySet<string>): Hono {
  const app = new Hono();
  const gate = createGate(hosts);
  app.use(async (context, next) => gate(context.req.raw) ?? (await next()));
  app.get("/healthz", () => answer({ status: "ok" }));
  app.get("/", () => new Response(null, { status: 302, headers: { location: "/playground/" } }));
  addPageRoutes(app, page);
  app.notFound((context) =>
    refusal("unknown_route", `no route ${JSON.stringify(context.req.path)}; open /playground/`),
  );
  return app;
}
