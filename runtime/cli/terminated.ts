import type { EndSignal, Host } from "../ports/mod.ts";

/** The first signal that ends the process. */
export function whenTerminated(host: Host): Promise<EndSignal> {
  return new Promise((resolve) => host.onTerminate(resolve));
}

/** 128 and the number of the signal, as shells have it. */
export function exitCodeOfSignal(signal: EndSignal): number {
  return { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }[signal];
}
