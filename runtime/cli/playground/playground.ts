import { allowedHosts, createPageApp } from "../../server/mod.ts";
import { CliError } from "../cli-error.ts";
import { openHostPage } from "../open-page.ts";
import { urlOf } from "../serve/addresses.ts";
import { listen } from "../serve/listen.ts";
import type { Shell } from "../shell.ts";
import { exitCodeOfSignal, whenTerminated } from "../terminated.ts";

const LOOPBACK = "127.0.0.1";
const GRACE_MS = 1000;

/** Serves the built page until a signal ends it; the exit code is the one shells give that signal. */
export async function playground(shell: Shell, wantedPort: number): Promise<number> {
  const { host } = shell;
  const page = await openHostPage(host);
  if (page === null) {
    throw new CliError(
      "not_found",
      "the playground was not built; run npm run build:playground in the product's folder",
    );
  }
  const terminated = whenTerminated(host);
  let app: { fetch(request: Request): Response | Promise<Response> } | null = null;
  const server = await listen(host, {
    hostname: LOOPBACK,
    port: wantedPort,
    fetch: (request) => app?.fetch(request) ?? new Response(null, { status: 503 }),
  });
  app = createPageApp(page, allowedHosts({ hostname: LOOPBACK, port: server.port }, []));
  try {
    const url = `${urlOf(LOOPBACK, server.port)}/playground/`;
    if (shell.json) await shell.printJson({ url, pid: host.pid });
    else await shell.print(`mortise serves the playground at ${url}`);
    return exitCodeOfSignal(await terminated);
  } finally {
    await server.stop(GRACE_MS);
  }
}
