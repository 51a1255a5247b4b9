import type { Hono } from "hono";
import { parseArguments } from "../../schema.ts";
import { failure } from "../../tools/mod.ts";
import { answer } from "../answer.ts";
import type { AppDependencies } from "../app.ts";
import { toolCallBody } from "../bodies.ts";
import { readJsonBody } from "../body.ts";

/** GET /api/tools and POST /api/tools/{name}. */
export function addToolRoutes(app: Hono, { runtime, maxBodyBytes }: AppDependencies): void {
  const tools = runtime.tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema,
    annotations: tool.annotations,
    safety_tier: tool.safetyTier,
  }));

  app.get("/api/tools", () => answer({ count: tools.length, tools }));

  app.post("/api/tools/:name", async (context) => {
    const request = context.req.raw;
    const body = await readJsonBody(request, maxBodyBytes);
    if (body.kind === "refused") return body.response;
    const parsed = parseArguments("POST /api/tools/{name}", toolCallBody, body.value);
    if (parsed.kind === "refused") return answer(failure(parsed.errorCode, parsed.message, parsed.data));
    const { arguments: args, session_id: sessionId, turn_id: turnId } = parsed.args;
    const binding = { surface: "http", sessionId, turnId, signal: request.signal } as const;
    return answer(await runtime.callTool(context.req.param("name"), args, runtime.contextFor(binding)));
  });
}
