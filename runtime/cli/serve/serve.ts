import { isInside } from "../../paths.ts";
import type { EndSignal, Host } from "../../ports/mod.ts";
import { createRuntime, type Runtime } from "../../runtime.ts";
import { allowedHosts, createApp, MAX_BODY_BYTES, refusal } from "../../server/mod.ts";
import { CliError } from "../cli-error.ts";
import type { ServeFlags } from "../commands/serve.ts";
import { type OpenStore, openStore } from "../open-store.ts";
import { realFolder } from "../real-folder.ts";
import { type Setup, setUp } from "../setup.ts";
import { printable, type Shell } from "../shell.ts";
import { leaveToken, removeToken } from "../tokens.ts";
import { checkHostNames, urlOf } from "./addresses.ts";
import { chooseToken } from "./choose-token.ts";
import { listen } from "./listen.ts";
import { RunningWork } from "./running-work.ts";

/** How long running requests get to end after a signal. */
const GRACE_MS = 5000;

/** Pruning takes its turn at most hourly over all processes; a little more finds the last claim run out. */
const PRUNE_EVERY_MS = 61 * 60 * 1000;

/** 128 and the number of the signal, as shells have it. */
const EXIT_CODES: Readonly<Record<EndSignal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

export interface ServeOptions extends ServeFlags {
  readonly folder: string;
}

/** Serves until a signal ends it; the exit code is the one shells give that signal. */
export async function serve(shell: Shell, options: ServeOptions): Promise<number> {
  const { host } = shell;
  checkHostNames(options.allowHost);
  const setup = await setUp(shell);
  const store = await openStore(host, setup);
  const root = await realFolder(store.fs, host.cwd(), options.folder, "folder");
  const { token, made } = await chooseToken(shell, store.fs, options);
  const terminated = whenTerminated(host);
  try {
    const runtime = await prepare(shell, setup, store, root);
    const running = new RunningWork();
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
      hostName: `${host.runtime.name} ${host.runtime.version}`,
      onFault: (error) => void shell.say(`mortise: fault: ${faultText(error)}`),
    });
    try {
      // An older server may have died on this port and left its own behind.
      await (made ? leaveToken(store.fs, setup.home, port, token) : removeToken(store.fs, setup.home, port));
      await tellReady(shell, { url: urlOf(options.host, port), token, root, pid: host.pid });
      const stopPruning = pruneNowAndThen(shell, store, running);
      const signal = await terminated;
      stopPruning();
      return EXIT_CODES[signal];
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

/** Everything that must be done before the first request: folders made, leftovers of killed processes swept. */
async function prepare(shell: Shell, setup: Setup, store: OpenStore, root: string): Promise<Runtime> {
  const { host } = shell;
  const inside = store.protectedFolders.find((folder) => isInside(folder, root));
  if (inside !== undefined) {
    throw new CliError(
      "bad_argument",
      `folder "${root}" lies in "${inside}", which no tool may touch; pass another folder`,
    );
  }
  await store.makeFolders();
  for (const problem of await store.sweep()) await shell.say(`mortise: warning: ${printable(problem)}`);
  const { fs, locks, checkpoints, protectedFolders } = store;
  const ports = { fs, locks, checkpoints, hash: host.hash, clock: host.clock, ids: host.ids };
  return createRuntime(ports, { root, protectedFolders, settings: setup.settings });
}

function whenTerminated(host: Host): Promise<EndSignal> {
  return new Promise((resolve) => host.onTerminate(resolve));
}

/** Beside the requests, never before them. Answers what ends it. */
function pruneNowAndThen(shell: Shell, store: OpenStore, running: RunningWork): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const prune = () => {
    timer = setTimeout(prune, PRUNE_EVERY_MS);
    const told = store.checkpoints.pruneIfDue().catch((error: unknown) => {
      return shell.say(`mortise: warning: old checkpoints could not be pruned: ${faultText(error)}`);
    });
    void running.add(told);
  };
  prune();
  return () => clearTimeout(timer);
}

function faultText(error: unknown): string {
  return printable(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
