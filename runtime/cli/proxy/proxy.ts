import { createProxy, parseUpstream, type Upstream } from "../../proxy/mod.ts";
import { allowedHosts, MAX_BODY_BYTES, refusal } from "../../server/mod.ts";
import { CliError } from "../cli-error.ts";
import type { ProxyFlags } from "../commands/proxy.ts";
import { RunningWork } from "../running-work.ts";
import { urlOf } from "../serve/addresses.ts";
import { listen } from "../serve/listen.ts";
import { faultText, printable, type Shell } from "../shell.ts";
import { exitCodeOfSignal, whenTerminated } from "../terminated.ts";

/** Requests carry a key of their caller and no token of ours, so only this machine may reach it. */
const HOSTNAME = "127.0.0.1";

/** How long running requests get to end after a signal. */
const GRACE_MS = 5000;

const FIRST_EVENT_SECONDS = { local: 300, remote: 120 };

/** Serves until a signal ends it; the exit code is the one shells give that signal. */
export async function proxy(shell: Shell, flags: ProxyFlags): Promise<number> {
  const { host } = shell;
  const upstream = upstreamOf(flags.upstream);
  const terminated = whenTerminated(host);
  const running = new RunningWork();
  let app: { fetch(request: Request): Response | Promise<Response> } = {
    fetch: () => refusal("unavailable", "starting"),
  };
  const server = await listen(host, {
    hostname: HOSTNAME,
    port: flags.port,
    fetch: (request) => running.add(Promise.resolve(app.fetch(request))),
  });
  try {
    const { port } = server;
    const hosts = allowedHosts({ hostname: HOSTNAME, port }, []);
    if (hosts.has(upstream.host))
      throw new CliError("bad_argument", `--upstream "${flags.upstream}" is the proxy itself`);
    const { local, remote } = FIRST_EVENT_SECONDS;
    const firstEventSeconds = flags.firstEventSeconds ?? (upstream.isLocal ? local : remote);
    app = createProxy({
      upstream,
      hosts,
      limits: { firstEventMs: firstEventSeconds * 1000, idleMs: flags.idleSeconds * 1000 },
      maxBodyBytes: MAX_BODY_BYTES,
      fetch: (url, init) => fetch(url, init),
      clock: host.clock,
      ids: host.ids,
      wait,
      say: (message) => void shell.say(`mortise: ${printable(message)}`),
      onFault: (error) => void shell.say(`mortise: fault: ${faultText(error)}`),
    });
    await tellReady(shell, { url: `${urlOf(HOSTNAME, port)}/v1`, upstream: upstream.base, pid: host.pid });
    return exitCodeOfSignal(await terminated);
  } finally {
    await Promise.all([server.stop(GRACE_MS), running.settled(GRACE_MS)]);
  }
}

function upstreamOf(text: string): Upstream {
  const parsed = parseUpstream(text);
  if (parsed.kind === "ok") return parsed.upstream;
  throw new CliError(
    "bad_argument",
    `--upstream: ${parsed.message}; pass the base URL, such as http://127.0.0.1:8080/v1`,
  );
}

/** Ends early, in silence, when the signal aborts. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

/** The one line that tells a caller which base URL its clients are to be given. */
async function tellReady(shell: Shell, ready: { url: string; upstream: string; pid: number }): Promise<void> {
  if (shell.json) await shell.printJson(ready);
  else await shell.print(`mortise proxy: base URL ${ready.url} in front of ${printable(ready.upstream)}`);
}
