import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { entryOf, type RuntimeName } from "./runtimes.ts";

const RUNTIMES_WITH_A_NODE_OF_THEIR_OWN: readonly RuntimeName[] = ["bun", "deno"];

describe.sequential("where PATH has no node", () => {
  for (const runtime of RUNTIMES_WITH_A_NODE_OF_THEIR_OWN) {
    test(
      `${runtime}: the one that it puts there itself is not taken for a checker, and the text is not run`,
      {
        timeout: 120_000,
      },
      () =>
        withFolder(async (folder) => {
          const [program, ...entry] = entryOf(runtime);
          await mkdir(join(folder, "bin"));
          await mkdir(join(folder, "tree"));
          await symlink(await realpath(program), join(folder, "bin", basename(program)));
          const trace = join(folder, "trace");
          const write = `.writeFileSync(${JSON.stringify(trace)}, "run");\n`;
          await writeFile(join(folder, "tree/a.mjs"), `import fs from "node:fs";\nfs${write}`);
          await writeFile(join(folder, "tree/a.cjs"), `require("node:fs")${write}`);
          await writeFile(join(folder, "tree/a.js"), `require("node:fs")${write}`);
          for (const file of ["a.mjs", "a.cjs", "a.js"]) {
            const answer = await run(
              join(folder, "bin", basename(program)),
              [...entry, "diagnose", file, "--json"],
              folder,
            );
            expect(JSON.parse(answer)).toEqual({
              success: true,
              data: { path: file, checked: false, reason: "missing" },
            });
          }
          expect(existsSync(trace)).toBe(false);
        }),
    );

    test(`${runtime}: a runtime under another name is found out before it is given a text`, { timeout: 120_000 }, () =>
      withFolder(async (folder) => {
        const [program, ...entry] = entryOf(runtime);
        const real = await realpath(program);
        await mkdir(join(folder, "bin"));
        await mkdir(join(folder, "tree"));
        await symlink(real, join(folder, "bin", basename(program)));
        const trace = join(folder, "trace");
        // As a version manager's shim would: another file, which says the right version and runs what it should read.
        const shim = `#!/bin/sh\nif [ "$1" = --version ]; then echo v24.0.0; exit; fi\nexec '${real}' run -\n`;
        await writeFile(join(folder, "bin/node"), shim, { mode: 0o755 });
        await writeFile(
          join(folder, "tree/a.cjs"),
          `require("node:fs").writeFileSync(${JSON.stringify(trace)}, "run");\n`,
        );
        const answer = await run(
          join(folder, "bin", basename(program)),
          [...entry, "diagnose", "a.cjs", "--json"],
          folder,
        );
        expect(JSON.parse(answer)).toEqual({
          success: true,
          data: { path: "a.cjs", checked: false, reason: "missing" },
        });
        expect(existsSync(trace)).toBe(false);
      }),
    );
  }
});

async function withFolder(task: (folder: string) => Promise<void>): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "mortise-no-node-")));
  try {
    await task(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** With a PATH of one folder, in `tree`; what it printed, once it has ended. */
async function run(program: string, args: readonly string[], folder: string): Promise<string> {
  const child = spawn(program, args, {
    cwd: join(folder, "tree"),
    env: {
      PATH: join(folder, "bin"),
      HOME: process.env.HOME,
      MORTISE_HOME: join(folder, "home"),
      MORTISE_DIAGNOSTICS_TIMEOUT: "60",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  const exitCode = await new Promise((resolve) => child.once("close", resolve));
  if (exitCode !== 0) throw new Error(`exit ${exitCode}: ${output.stdout}${output.stderr}`);
  return output.stdout;
}
