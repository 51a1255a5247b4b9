import { Hono } from "hono";
import { StoreError } from "../errors.ts";
import type { Hash } from "../ports/mod.ts";
import type { Runtime } from "../runtime.ts";
import { VERSION } from "../version.ts";
import { answer, refusal } from "./answer.ts";
import { createGate, createTokenCheck } from "./gate.ts";
import type { Page } from "./page.ts";
import { addCheckpointRoutes } from "./routes/checkpoints.ts";
import { addMcpRoutes } from "./routes/mcp.ts";
import { addPageRoutes } from "./routes/page.ts";
import { addToolRoutes } from "./routes/tools.ts";
import { addWireRoutes } from "./routes/wire.ts";

export interface AppDependencies {
  readonly runtime: Runtime;
  readonly hash: Hash;
  readonly token: string;
  /** Host headers that are answered, lower case; see `allowedHosts`. */
  readonly hosts: ReadonlySet<string>;
  readonly maxBodyBytes: number;
  /** Name and version of the host, such as "bun 1.4.4". */
  readonly hostName: string;
  /** The built playground; `null` or left out: there is none. */
  readonly page?: Page | null;
  /** Told of faults whose answer to the caller says no more than `internal`. */
  onFault(error: unknown): void;
}

/** Room for an 8 MiB file even when every byte of it is escaped in JSON. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/**
 * The server as one Fetch handler, the same on every host. Order of judgement: Host, Origin, bearer token (for /api and
 * /mcp), route and method, content type, size, UTF-8, JSON, shape; the body is first read after the first four.
 */
export function createApp(dependencies: AppDependencies): Hono {
  const app = new Hono();
  const gate = createGate(dependencies.hosts);
  const checkToken = createTokenCheck(dependencies.token, dependencies.hash);

  app.use(async (context, next) => gate(context.req.raw) ?? (await next()));
  for (const guarded of ["/api/*", "/mcp/*"]) {
    app.use(guarded, async (context, next) => checkToken(context.req.raw) ?? (await next()));
  }

  app.get("/healthz", () => answer({ status: "ok" }));
  app.get("/version", () => answer({ name: "mortise", version: VERSION, runtime: dependencies.hostName }));
  addToolRoutes(app, dependencies);
  addCheckpointRoutes(app, dependencies);
  addMcpRoutes(app, dependencies);
  addWireRoutes(app, dependencies);
  addPageRoutes(app, dependencies.page ?? null);

  refuseOtherMethods(app);
  app.notFound((context) => {
    return refusal("unknown_route", `no route ${JSON.stringify(context.req.path)}; GET /api/tools lists the tools`);
  });
  app.onError((error) => {
    dependencies.onFault(error);
    if (error instanceof StoreError) {
      // Whoever has the token may read the store itself, so its files are no secret to them.
      return refusal(error.errorCode, `the checkpoint store could not be used: ${error.message}`);
    }
    return refusal("internal", "the server failed; its stderr says more. This is a fault to report, not to retry");
  });
  return app;
}

/** A known path with another method is 405 and names the methods there are. */
function refuseOtherMethods(app: Hono): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method === "ALL") continue;
    methods.set(path, (methods.get(path) ?? new Set()).add(method));
  }
  for (const [path, known] of methods) {
    const allowed = [...known, ...(known.has("GET") ? ["HEAD"] : [])].join(", ");
    app.all(path, () => refusal("method_not_allowed", `${path} takes ${allowed}`, { allow: allowed }));
  }
}
