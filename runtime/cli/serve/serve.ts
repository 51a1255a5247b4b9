import { allowedHosts, createApp, MAX_BODY_BYTES, refusal } from "../../server/mod.ts";
import type { ServeFlags } from "../commands/serve.ts";
import { openHostPage } from "../open-page.ts";
import { openRuntime } from "../open-runtime.ts";
import { openStore } from "../open-store.ts";
import { pruneNowAndThen } from "../prune-now-and-then.ts";
import { realFolder } from "../real-folder.ts";
import { recoverReverts } from "../recover-reverts.ts";
import { RunningWork } from "../running-work.ts";
import { setUp } from "../setup.ts";
import { faultText, printable, type Shell } from "../shell.ts";
import { exitCodeOfSignal, whenTerminated } from "../terminated.ts";
import { leaveToken, removeToken } from "../tokens.ts";
import { checkHostNames, urlOf } from "./addresses.ts";
import { chooseToken } from "./choose-token.ts";
import { listen } from "./listen.ts";

/** How long running requests get to end after a signal. */
const GRACE_MS = 5000;

export interface ServeOptions extends ServeFlags {
  readonly folder: string;
}

/** Serves until a signal ends it; the exit code is the one shells give that signal. */
export async function serve(shell: Shell, options: ServeOptions): Promise<number> {
  const { host } = shell;
  checkHostNames(options.allowHost);
  const setup = await setUp(shell);
  const store = await openStore(shell, setup);
  const root = await realFolder(store.fs, host.cwd(), options.folder, "folder");
  const { token, made } = await chooseToken(shell, store.fs, options);
  const terminated = whenTerminated(host);
  try {
    const running = new RunningWork();
    const runtime = running.counting(await openRuntime(shell, setup, store, root));
    let app: { fetch(request: Request): Response | Promise<Response> } = {
      fetch: () => refusal("unavailable", "starting"),
    };
    const server = await listen(host, {
      hostname: options.host,
      port: options.port,
      fetch: (request) => running.add(Promise.resolve(app.fetch(request))),
    });
    const { port } = server;
    app = createApp({
      runtime,
      token,
      hash: host.hash,
      hosts: allowedHosts({ hostname: options.host, port }, options.allowHost),
      maxBodyBytes: MAX_BODY_BYTES,
      page: await openHostPage(host),
      hostName: `${host.runtime.name} ${host.runtime.version}`,
      onFault: (error) => void shell.say(`mortise: fault: ${faultText(error)}`),
    });
    try {
      // An older server may have died on this port and left its own behind.
      await (made ? leaveToken(store.fs, setup.home, port, token) : removeToken(store.fs, setup.home, port));
      await tellReady(shell, { url: urlOf(options.host, port), token, root, pid: host.pid });
      recoverReverts(shell, store, running);
      const stopPruning = pruneNowAndThen(shell, setup, store, running);
      const signal = await terminated;
      stopPruning();
      return exitCodeOfSignal(signal);
    } finally {
      await Promise.all([server.stop(GRACE_MS), running.settled(GRACE_MS)]);
      if (made) await removeToken(store.fs, setup.home, port);
    }
  } finally {
    await store.close();
  }
}

/** The one line that tells a caller how to reach the server. */
async function tellReady(
  shell: Shell,
  ready: { url: string; token: string; root: string; pid: number },
): Promise<void> {
  if (shell.json) await shell.printJson(ready);
  else await shell.print(`mortise serves ${printable(ready.root)} at ${ready.url} with token ${ready.token}`);
}
