import type { Runtime } from "../../runtime.ts";
import type { MessageLines } from "../mcp-lines.ts";
import { IdleTurns } from "./idle-turns.ts";
import { LineTransport } from "./line-transport.ts";
import { createProtocolServer } from "./protocol-server.ts";

/** Serves one client until its lines end, or it is told to stop, and every request is answered. */
export async function serveLines(runtime: Runtime, lines: MessageLines): Promise<void> {
  const { clock, ids } = runtime.contextFor({ surface: "mcp" });
  const turns = new IdleTurns({ clock, ids, idleSeconds: runtime.settings.coding.turn_idle_seconds });
  const { server } = createProtocolServer({ runtime, sessionId: `mcp_${ids.hex(16)}`, turns });
  const transport = new LineTransport(lines.send);
  server.onerror = (error) => lines.onFault(error.message);
  await server.connect(transport);
  await Promise.race([receiveAll(lines, transport), lines.stopped]);
  transport.takeNoMore();
  await transport.answered();
  await server.close();
}

async function receiveAll(lines: MessageLines, transport: LineTransport): Promise<void> {
  for await (const line of lines.incoming) {
    if (line.kind === "unusable") await transport.refuseUnreadable(line.reason);
    else if (line.text.trim() !== "") await transport.receive(line.text);
  }
}
