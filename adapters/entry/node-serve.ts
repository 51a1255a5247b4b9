import { Server } from "node:http";
import type { RunningServer, ServeOptions } from "../../runtime/ports/mod.ts";

/** Longer than clients keep idle connections, so that they close first and no request meets a closing socket. */
const KEEP_ALIVE_MS = 65_000;

export async function serve({ hostname, port, fetch }: ServeOptions): Promise<RunningServer> {
  const { createAdaptorServer } = await import("@hono/node-server");
  const server = createAdaptorServer({ fetch, hostname, serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS } });
  if (!(server instanceof Server)) throw new TypeError("an HTTP/1 server was asked for");
  // `close` ends the connections that are idle at that moment; one that is answering then would stay open for its client.
  server.on("request", (_request, response) => {
    response.once("close", () => {
      if (!server.listening) server.closeIdleConnections();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async stop(graceMs) {
      const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      clearTimeout(deadline);
    },
  };
}
