import type { CliCommand } from "./cli-command.ts";
import { repeated, wholeNumber } from "./flag-values.ts";

export const DEFAULT_PORT = 7717;

export const serveCommand: CliCommand = {
  name: "serve",
  declare(program, run) {
    program
      .command("serve")
      .description("serve the tools over HTTP, with FOLDER as the workspace")
      .argument("[folder]", "workspace root", ".")
      .option("--port <port>", "port to listen on; 0 takes any free one", wholeNumber(0, 65535), DEFAULT_PORT)
      .option("--host <address>", "address to listen on", "127.0.0.1")
      .option("--token-file <file>", "take the bearer token from this file instead of making one")
      .option("--allow-host <name>", "also answer to this Host header, NAME or NAME:PORT; repeatable", repeated, [])
      .action(async (folder: string, options: ServeFlags) => {
        await run(async (shell) => (await import("../serve/serve.ts")).serve(shell, { folder, ...options }));
      });
  },
};

export interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly tokenFile?: string;
  readonly allowHost: readonly string[];
}
