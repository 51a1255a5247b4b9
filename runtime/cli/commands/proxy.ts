import type { CliCommand } from "./cli-command.ts";
import { wholeNumber } from "./flag-values.ts";

const DEFAULT_PROXY_PORT = 7718;

export const proxyCommand: CliCommand = {
  name: "proxy",
  declare(program, run) {
    program
      .command("proxy")
      .description("serve an OpenAI-compatible API in front of another one, and mend the tool calls that come through")
      .requiredOption("--upstream <url>", "base URL of the other API, such as http://127.0.0.1:8080/v1")
      .option(
        "--port <port>",
        "port to listen on, on loopback; 0 takes any free one",
        wholeNumber(0, 65535),
        DEFAULT_PROXY_PORT,
      )
      .option("--first-event-seconds <count>", FIRST_EVENT, wholeNumber(0, 86_400))
      .option(
        "--idle-seconds <count>",
        "silence allowed within a stream; 0 is without end",
        wholeNumber(0, 86_400),
        180,
      )
      .action(async (options: ProxyFlags) => {
        await run(async (shell) => (await import("../proxy/proxy.ts")).proxy(shell, options));
      });
  },
};

const FIRST_EVENT =
  "silence allowed before a stream begins; 0 is without end (default: 300 for a local upstream, else 120)";

export interface ProxyFlags {
  readonly upstream: string;
  readonly port: number;
  readonly firstEventSeconds?: number;
  readonly idleSeconds: number;
}
