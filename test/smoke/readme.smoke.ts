import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { sessionSteps, withoutIds } from "./readme.ts";
import { RUNTIMES } from "./runtimes.ts";
import { startServer } from "./server-process.ts";

const SEPARATOR = "---- next command ----";

/** Runs the commands in one shell, as a reader would type them, and answers what each printed. */
async function outputs(commands: readonly string[], cwd: string): Promise<string[]> {
  const script = commands.map((command) => `${command}\necho '${SEPARATOR}'\n`).join("");
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd });
  return stdout.split(`${SEPARATOR}\n`).slice(0, commands.length);
}

describe("the README's session", () => {
  for (const runtime of RUNTIMES) {
    test(`gives under ${runtime} what the README shows`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "mortise-readme-"));
      const home = join(folder, "home");
      const root = await mkdtemp(join(folder, "root-"));
      const server = await startServer({ runtime, root, home });
      try {
        const steps = sessionSteps("edit");
        expect(steps.length).toBeGreaterThan(10);
        const typed = steps.map(({ command }) =>
          command
            .replaceAll("127.0.0.1:7717", `127.0.0.1:${server.port}`)
            .replaceAll("~/.local/state/mortise/tokens/7717", `${home}/tokens/${server.port}`),
        );
        const printed = await outputs(typed, root);
        expect(steps.map(({ command }, at) => [command, withoutIds(printed[at] ?? "")])).toEqual(
          steps.map(({ command, shown }) => [command, withoutIds(shown)]),
        );
      } finally {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});
