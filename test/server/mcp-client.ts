import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { HOST, type TestServer, TOKEN } from "./test-server.ts";

export interface ToolAnswer {
  readonly isError: boolean;
  /** Structured content. */
  readonly body: unknown;
  /** Text blocks in order. */
  readonly texts: readonly string[];
}

export interface TestClient {
  readonly client: Client;
  readonly sessionId: string;
  call(name: string, args: Record<string, unknown>, meta?: Record<string, unknown>): Promise<ToolAnswer>;
  /** Ends the session at the server. */
  terminate(): Promise<void>;
}

/** A client of the protocol's own library, that has listed the tools and so checks what it is answered. */
export async function connect(server: TestServer): Promise<TestClient> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(`http://${HOST}/mcp`), {
    fetch: (url, init) => server.fetch(url, init),
    requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
  });
  await client.connect(transport);
  await client.listTools();
  return {
    client,
    sessionId: transport.sessionId ?? "",
    async call(name, args, meta) {
      return answerOf(await client.callTool({ name, arguments: args, ...(meta ? { _meta: meta } : {}) }));
    },
    terminate: () => transport.terminateSession(),
  };
}

/** Checks that an answer is one of the protocol, and takes it apart. */
export function answerOf(answer: unknown): ToolAnswer {
  const { content, structuredContent, isError } = CallToolResultSchema.parse(answer);
  return {
    isError: isError === true,
    body: structuredContent,
    texts: content.flatMap((block) => (block.type === "text" ? [block.text] : [])),
  };
}
