import type { Hono } from "hono";
import { answer } from "../answer.ts";
import type { AppDependencies } from "../app.ts";
import { readJsonBody } from "../body.ts";

/** POST /api/wire/parse and /api/wire/render: the records of `mortise parse` and `mortise render`, one a request. */
export function addWireRoutes(app: Hono, { maxBodyBytes }: AppDependencies): void {
  app.post("/api/wire/parse", async (context) => {
    const body = await readJsonBody(context.req.raw, maxBodyBytes);
    if (body.kind === "refused") return body.response;
    const { parseRecord } = await import("../../wire/mod.ts");
    return answer(parseRecord(body.value));
  });

  app.post("/api/wire/render", async (context) => {
    const body = await readJsonBody(context.req.raw, maxBodyBytes);
    if (body.kind === "refused") return body.response;
    const { renderRecord } = await import("../../wire/mod.ts");
    return answer(renderRecord(body.value, undefined));
  });
}
