import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { ensureBuilt } from "./built.ts";
import type { JsonObject } from "./json.ts";
import { entryOf, environmentFor, REPOSITORY, type RuntimeName } from "./runtimes.ts";

/** A connected client that has listed the tools, so that it checks every answer against the tool's output schema. */
export interface McpClient {
  readonly client: Client;
  /** What went wrong on the connection so far, such as a line of output that is no message. */
  readonly faults: readonly Error[];
  /** Answers the structured content; for a failure too. */
  call(tool: string, args: JsonObject, meta?: JsonObject): Promise<{ isError: boolean; body: unknown }>;
  close(): Promise<void>;
}

export async function connectHttp(url: string, headers: Readonly<Record<string, string>>): Promise<McpClient> {
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } });
  return connected(transport, async () => {
    await transport.terminateSession();
  });
}

export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly home: string;
  readonly cwd?: string;
}

export function connectStdio({ command, args, home, cwd = REPOSITORY }: StdioServer): Promise<McpClient> {
  return connected(
    new StdioClientTransport({ command, args: [...args], env: environmentFor(home), cwd, stderr: "inherit" }),
    async () => {},
  );
}

export async function stdioServer(runtime: RuntimeName, root: string, home: string): Promise<StdioServer> {
  if (runtime === "node") await ensureBuilt();
  const [command, ...first] = entryOf(runtime);
  return { command, args: [...first, "mcp", root], home };
}

async function connected(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  beforeClose: () => Promise<void>,
): Promise<McpClient> {
  const client = new Client({ name: "smoke", version: "1.0.0" });
  const faults: Error[] = [];
  client.onerror = (error) => faults.push(error);
  await client.connect(transport);
  await client.listTools();
  return {
    client,
    faults,
    async call(name, args, meta) {
      const answer = await client.callTool({ name, arguments: args, ...(meta ? { _meta: meta } : {}) });
      const { isError, structuredContent } = CallToolResultSchema.parse(answer);
      return { isError: isError === true, body: structuredContent };
    },
    async close() {
      await beforeClose();
      await client.close();
    },
  };
}
