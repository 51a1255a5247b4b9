import type { EndSignal } from "../../ports/mod.ts";
import { serveMcpLines } from "../../server/mod.ts";
import { readLines } from "../lines.ts";
import { openRuntime } from "../open-runtime.ts";
import { openStore } from "../open-store.ts";
import { pruneNowAndThen } from "../prune-now-and-then.ts";
import { realFolder } from "../real-folder.ts";
import { recoverReverts } from "../recover-reverts.ts";
import { RunningWork } from "../running-work.ts";
import { setUp } from "../setup.ts";
import { printable, type Shell } from "../shell.ts";
import { exitCodeOfSignal, whenTerminated } from "../terminated.ts";

/** How long calls get to end after a signal. */
const GRACE_MS = 5000;

/** And their answers to be written. */
const LAST_WRITES_MS = 1000;

/** Serves until stdin ends or a signal comes. Nothing but the protocol goes to stdout. */
export async function mcp(shell: Shell, folder: string): Promise<number> {
  const { host } = shell;
  const setup = await setUp(shell);
  const store = await openStore(shell, setup);
  const root = await realFolder(store.fs, host.cwd(), folder, "ROOT");
  const terminated = whenTerminated(host);
  try {
    const running = new RunningWork();
    const runtime = running.counting(await openRuntime(shell, setup, store, root));
    recoverReverts(shell, store, running);
    const stopPruning = pruneNowAndThen(shell, setup, store, running);
    const served = serveMcpLines(runtime, {
      incoming: readLines(host.stdin.chunks()),
      stopped: terminated,
      send: (line) => host.stdout.write(line),
      onFault: (message) => void shell.say(`mortise: mcp: ${printable(message)}`),
    });
    let signal: EndSignal | undefined;
    const overdue = terminated.then(async (name) => {
      signal = name;
      await running.settled(GRACE_MS);
    });
    try {
      // The last answers are still on their way out when the calls have ended.
      await Promise.race([served, overdue.then(() => Promise.race([served, pause(LAST_WRITES_MS)]))]);
      return signal === undefined ? 0 : exitCodeOfSignal(signal);
    } finally {
      stopPruning();
      await running.settled(GRACE_MS);
    }
  } finally {
    await store.close();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
