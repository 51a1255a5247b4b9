import type { Runtime } from "../../runtime.ts";
import { IdleTurns } from "./idle-turns.ts";
import { createProtocolServer } from "./protocol-server.ts";
import {
  CancelledNotificationSchema,
  isInitializeRequest,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from "./sdk.ts";

/** A client that comes back after this long must begin anew. */
const SESSION_IDLE_MS = 24 * 60 * 60 * 1000;

const MAX_SESSIONS = 256;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Monotonic. */
  lastUsedMs: number;
  callsUnderWay(): number;
  close(): Promise<void>;
}

/** Sessions over HTTP, by the id that the client sends with each request. */
export interface HttpSessions {
  /** @param message The body, parsed. */
  post(request: Request, message: unknown): Promise<Response>;
  delete(request: Request): Promise<Response>;
}

export interface SessionLimits {
  readonly idleMs?: number;
  readonly most?: number;
}

export function createHttpSessions(runtime: Runtime, limits: SessionLimits = {}): HttpSessions {
  const { idleMs = SESSION_IDLE_MS, most = MAX_SESSIONS } = limits;
  const { clock, ids } = runtime.contextFor({ surface: "mcp" });
  const turns = new IdleTurns({ clock, ids, idleSeconds: runtime.settings.coding.turn_idle_seconds });
  /** Least recently used first. */
  const sessions = new Map<string, Session>();

  async function begin(request: Request, message: unknown): Promise<Response> {
    if (!(await makeRoom())) {
      return protocolError(503, -32000, `${most} sessions are open and all of them at work; try again later`);
    }
    const sessionId = `mcp_${ids.hex(16)}`;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => sessionId,
      onsessioninitialized: (id) => void sessions.set(id, session),
    });
    const { server, callsUnderWay } = createProtocolServer({ runtime, sessionId, turns });
    const session = { transport, callsUnderWay, lastUsedMs: clock.monotonicMs(), close: () => server.close() };
    server.onclose = () => void sessions.delete(sessionId);
    await server.connect(transport);
    return transport.handleRequest(request, { parsedBody: message });
  }

  /** Drops idle sessions and, when there are too many, the one unused for longest; false when every one is at work. */
  async function makeRoom(): Promise<boolean> {
    const now = clock.monotonicMs();
    const unused = [...sessions.values()].filter((session) => session.callsUnderWay() === 0);
    for (const session of unused.filter(({ lastUsedMs }) => now - lastUsedMs > idleMs)) await session.close();
    if (sessions.size < most) return true;
    await unused.find((session) => [...sessions.values()].includes(session))?.close();
    return sessions.size < most;
  }

  /** The session a request belongs to, or why there is none. */
  function sessionOf(request: Request): Session | Response {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return protocolError(400, -32000, "no Mcp-Session-Id header; send initialize first");
    const session = sessions.get(id);
    if (session === undefined) return protocolError(404, -32001, "no such session; send initialize to begin a new one");
    session.lastUsedMs = clock.monotonicMs();
    sessions.delete(id);
    sessions.set(id, session);
    return session;
  }

  return {
    async post(request, message) {
      const begins = isInitializeRequest(message) && !request.headers.has("mcp-session-id");
      if (begins) return begin(request, message);
      const session = sessionOf(request);
      if (session instanceof Response) return session;
      const response = await session.transport.handleRequest(request, { parsedBody: message });
      // Nothing more is sent for a cancelled request, and its response would stay open.
      for (const requestId of cancelledRequests(message)) session.transport.closeSSEStream(requestId);
      return response;
    },
    async delete(request) {
      const session = sessionOf(request);
      return session instanceof Response ? session : session.transport.handleRequest(request);
    },
  };
}

/** The requests that a message, or a list of them, calls off. */
function cancelledRequests(message: unknown): RequestId[] {
  const messages: unknown[] = Array.isArray(message) ? message : [message];
  return messages.flatMap((one) => {
    const parsed = CancelledNotificationSchema.safeParse(one);
    return parsed.success && parsed.data.params.requestId !== undefined ? [parsed.data.params.requestId] : [];
  });
}

/** In the form that clients of the protocol expect. */
function protocolError(status: number, code: number, message: string): Response {
  return new Response(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } }), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", "x-content-type-options": "nosniff" },
  });
}
