import type { RunningServer, ServeOptions } from "../../runtime/ports/mod.ts";

/** The part of Bun's API that is used here. */
export interface BunServe {
  readonly version: string;
  serve(options: {
    hostname: string;
    port: number;
    fetch: (request: Request) => Response | Promise<Response>;
    idleTimeout: number;
    maxRequestBodySize: number;
    development: boolean;
    reusePort: boolean;
  }): { readonly port: number; stop(closeActiveConnections?: boolean): Promise<void> };
}

/** Far above the app's own limit, which answers in our form. */
const MAX_BODY_BYTES = 1024 * 1024 * 1024;

export function bunServe(bun: BunServe): (options: ServeOptions) => Promise<RunningServer> {
  return async ({ hostname, port, fetch }) => {
    const server = bun.serve({
      hostname,
      port,
      fetch,
      // A tool may take longer than any idle limit.
      idleTimeout: 0,
      maxRequestBodySize: MAX_BODY_BYTES,
      development: false,
      // Outside development Bun shares a port by default: a second server would start and take a part of the requests.
      reusePort: false,
    });
    return {
      port: server.port,
      async stop(graceMs) {
        const deadline = setTimeout(() => void server.stop(true), graceMs);
        await server.stop();
        clearTimeout(deadline);
      },
    };
  };
}
