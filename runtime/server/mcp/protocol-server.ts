import * as z from "zod";
import type { Runtime } from "../../runtime.ts";
import { VERSION } from "../../version.ts";
import { namedCaller } from "./call-binding.ts";
import { callResult } from "./call-result.ts";
import type { IdleTurns } from "./idle-turns.ts";
import { CallToolRequestSchema, ListToolsRequestSchema, Server } from "./sdk.ts";
import { listedTool } from "./tool-list.ts";

/**
 * The protocol's own schema rebuilds the arguments and loses a key named `__proto__`, which is refused by name elsewhere;
 * arguments that are no object are the tool's to refuse, so that the model is told as by every other door. The library checks once
 * more that they are an object, which is why they come in one.
 */
const callRequest = CallToolRequestSchema.extend({
  params: CallToolRequestSchema.shape.params.extend({
    arguments: z
      .unknown()
      .transform((given) => ({ given }))
      .optional(),
  }),
});

const INSTRUCTIONS =
  "File tools over one folder; paths are relative to it. Read a file before you edit it, and read it again when a result " +
  "says that it changed. A refused call has changed nothing: its error says why and what to call next. revert_turn takes " +
  "back what the last turn wrote.";

export interface Connection {
  readonly runtime: Runtime;
  /** Session of the calls that name no other. */
  readonly sessionId: string;
  readonly turns: IdleTurns;
}

export interface ProtocolServer {
  readonly server: Server;
  /** Calls that are under way. */
  callsUnderWay(): number;
}

/** One client's side of the protocol. Tools are called through the same door as from everywhere else. */
export function createProtocolServer(connection: Connection): ProtocolServer {
  const { runtime, turns } = connection;
  const server = new Server(
    { name: "mortise", title: "Mortise", version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const tools = runtime.tools.map(listedTool);
  let underWay = 0;

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(callRequest, async ({ params }, { signal }) => {
    const named = namedCaller(params._meta);
    if (named.kind === "refused") return callResult(named.failure);
    const sessionId = named.sessionId ?? connection.sessionId;
    const turnId = named.turnId ?? turns.begin(sessionId);
    const args = params.arguments === undefined ? {} : params.arguments.given;
    underWay += 1;
    try {
      const context = runtime.contextFor({ surface: "mcp", sessionId, turnId, signal });
      return callResult(await runtime.callTool(params.name, args, context));
    } finally {
      underWay -= 1;
      turns.end(sessionId);
    }
  });
  return { server, callsUnderWay: () => underWay };
}
