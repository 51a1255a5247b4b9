import type { Host, RunningServer, ServeOptions } from "../../ports/mod.ts";
import { CliError, errnoOf } from "../cli-error.ts";

/** Listens, or says why not and what to do about it. */
export async function listen(host: Host, options: ServeOptions): Promise<RunningServer> {
  const { hostname, port } = options;
  try {
    return await host.serve(options);
  } catch (error) {
    switch (errnoOf(error)) {
      case "EADDRINUSE":
        throw new CliError("unavailable", `port ${port} of ${hostname} is in use; pass --port 0 for any free port`);
      case "EACCES":
      case "EPERM":
        throw new CliError("bad_argument", `port ${port} of ${hostname} may not be used; pass a --port above 1023`);
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
      case "EAI_AGAIN":
        throw new CliError("bad_argument", `"${hostname}" is no address of this machine; pass --host 127.0.0.1`);
      default:
        throw error;
    }
  }
}
