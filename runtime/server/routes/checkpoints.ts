import type { Hono } from "hono";
import { SHELL_NOT_COVERED } from "../../checkpoints/mod.ts";
import { isFileSystemError } from "../../errors.ts";
import { isInside } from "../../paths.ts";
import type { Runtime } from "../../runtime.ts";
import { isRecord, parseArguments } from "../../schema.ts";
import { failure, type ToolFailure } from "../../tools/mod.ts";
import { answer } from "../answer.ts";
import type { AppDependencies } from "../app.ts";
import { anyTurnQuery, parseQuery, revertBody, turnQuery, turnsQuery, verifyQuery } from "../bodies.ts";
import { readJsonBody } from "../body.ts";

/** The checkpoint routes. Every answer, also a refusal, says that shell commands are not covered. */
export function addCheckpointRoutes(app: Hono, { runtime, maxBodyBytes }: AppDependencies): void {
  const { checkpoints } = runtime;

  app.use("/api/checkpoints/*", async (context, next) => {
    await next();
    context.res = await withNote(context.res);
  });

  app.get("/api/checkpoints/turns", async (context) => {
    const query = parseQuery("GET /api/checkpoints/turns", turnsQuery, context.req.url);
    if (query.kind === "refused") return answer(failure(query.errorCode, query.message));
    const { session_id: sessionId, limit } = query.args;
    return answer(await checkpoints.list({ sessionId, root: runtime.root, limit }));
  });

  for (const detail of ["show", "diff"] as const) {
    const end = detail === "diff" ? "/diff" : "";
    const tell = async (route: string, url: string, named: { turn_id: string } | null): Promise<Response> => {
      const query = parseQuery(`GET ${route}`, named === null ? anyTurnQuery : turnQuery, url);
      if (query.kind === "refused") return answer(failure(query.errorCode, query.message));
      const { turn_id: turnId, root: asked }: { turn_id?: string; root?: string } = { ...query.args, ...named };
      const root = await servedRoot(runtime, asked);
      if (root.kind === "refused") return answer(root.failure);
      const turn = await checkpoints[detail](turnId, { root: root.path, withinRoot: runtime.root });
      return answer(turn ?? noSuchTurn(turnId));
    };
    app.get(`/api/checkpoints/turns/:turn_id${end}`, (context) => {
      const named = { turn_id: context.req.param("turn_id") };
      return tell(`/api/checkpoints/turns/{turn_id}${end}`, context.req.url, named);
    });
    // For names that no path can hold: clients take ".." for the folder above.
    app.get(`/api/checkpoints/turn${end}`, (context) => tell(`/api/checkpoints/turn${end}`, context.req.url, null));
  }

  app.get("/api/checkpoints/verify", async (context) => {
    const query = parseQuery("GET /api/checkpoints/verify", verifyQuery, context.req.url);
    if (query.kind === "refused") return answer(failure(query.errorCode, query.message));
    return answer(await checkpoints.verify());
  });

  for (const [route, undo] of [
    ["/api/checkpoints/revert", false],
    ["/api/checkpoints/undo-revert", true],
  ] as const) {
    app.post(route, async (context) => {
      const body = await readJsonBody(context.req.raw, maxBodyBytes);
      if (body.kind === "refused") return body.response;
      const parsed = parseArguments(`POST ${route}`, revertBody, body.value);
      if (parsed.kind === "refused") return answer(failure(parsed.errorCode, parsed.message, parsed.data));
      const { turn_id: turnId, session_id: sessionId, force, dry_run: dryRun } = parsed.args;
      const root = await servedRoot(runtime, parsed.args.root);
      if (root.kind === "refused") return answer(root.failure);
      const confined = { root: root.path, withinRoot: runtime.root, surface: "http" } as const;
      return answer(await checkpoints.revert({ turnId, sessionId, undo, force, dryRun, ...confined }));
    });
  }
}

function noSuchTurn(turnId: string | undefined): ToolFailure {
  const missing = turnId === undefined ? "no checkpoints yet" : `no checkpoints for turn "${turnId}"`;
  const message = `${missing}; GET /api/checkpoints/turns lists the turns there are`;
  return failure("no_checkpoints", message);
}

/** Answers carry the note by themselves; refusals, of whatever layer they come, get it here. */
async function withNote(response: Response): Promise<Response> {
  const body: unknown = response.ok ? null : await response.clone().json();
  if (!isRecord(body) || Object.hasOwn(body, "bash_not_covered")) return response;
  return new Response(JSON.stringify({ ...body, ...SHELL_NOT_COVERED }), response);
}

type ServedRoot = { kind: "ok"; path: string | undefined } | { kind: "refused"; failure: ToolFailure };

/** A `root` that a request names: an existing folder in the tree this server serves, since the token opens no other. */
async function servedRoot(runtime: Runtime, root: string | undefined): Promise<ServedRoot> {
  if (root === undefined) return { kind: "ok", path: undefined };
  const refused = (code: "bad_argument" | "path_outside_root", why: string): ServedRoot => ({
    kind: "refused",
    failure: failure(code, `root "${root}" ${why}; nothing was changed`),
  });
  if (!root.startsWith("/")) return refused("bad_argument", "is not absolute; pass the full path of a folder");
  const { fs } = runtime.contextFor({ surface: "http" });
  try {
    const real = await fs.realpath(root);
    if (!isInside(runtime.root, real)) return refused("path_outside_root", "is not in the folder this server serves");
    if ((await fs.stat(real))?.kind === "directory") return { kind: "ok", path: real };
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
  }
  return refused("bad_argument", "is no existing folder");
}
