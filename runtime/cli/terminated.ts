import type { Host } from "../ports/mod.ts";

/** The first SIGINT or SIGTERM. */
export function whenTerminated(host: Host): Promise<"SIGINT" | "SIGTERM"> {
  return new Promise((resolve) => host.onTerminate(resolve));
}

/** The exit code shells give a process that a signal ended. */
export function exitCodeOfSignal(signal: "SIGINT" | "SIGTERM"): number {
  return signal === "SIGINT" ? 130 : 143;
}
