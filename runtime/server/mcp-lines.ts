import type { Runtime } from "../runtime.ts";

/** A client that speaks the Model Context Protocol line by line. */
export interface MessageLines {
  /** Without their line ends. */
  readonly incoming: AsyncIterable<
    { readonly kind: "line"; readonly text: string } | { readonly kind: "unusable"; readonly reason: string }
  >;
  /** Resolves when no more lines are to be taken, though the client still sends. */
  readonly stopped: Promise<unknown>;
  /** Writes a line, its end included. */
  send(line: string): Promise<void>;
  /** Told of what the client sent wrongly, or what could not be sent to it. */
  onFault(message: string): void;
}

/** Serves the client until its lines end, or it is told to stop, and every request is answered. The protocol's library loads here. */
export async function serveMcpLines(runtime: Runtime, lines: MessageLines): Promise<void> {
  const { serveLines } = await import("./mcp/serve-lines.ts");
  await serveLines(runtime, lines);
}
