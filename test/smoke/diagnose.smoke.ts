import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { runCli } from "./cli-process.ts";
import { mountReadOnly, unmount } from "./read-only-mount.ts";
import { entryOf, environmentFor, REPOSITORY, RUNTIMES, type RuntimeName } from "./runtimes.ts";

interface Place {
  readonly folder: string;
  put(path: string, text: string): Promise<string>;
  /** Every file below the folder, home left out. */
  files(): Promise<string[]>;
  diagnose(runtime: RuntimeName, file: string, before: string | null, env?: Record<string, string>): Promise<unknown>;
}

async function withPlace(task: (place: Place) => Promise<void>): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "mortise-diagnose-")));
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    return join(folder, path);
  };
  try {
    await task({
      folder,
      put,
      files: async () => {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        return entries
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
          .sort();
      },
      async diagnose(runtime, file, before, given = {}) {
        // A busy machine takes seconds to load a checker for the first time.
        const env = { MORTISE_DIAGNOSTICS_TIMEOUT: "60", ...given };
        const args = ["diagnose", file, ...(before === null ? [] : ["--before", before]), "--json"];
        const { stdout, stderr, exitCode } = await runCli(runtime, args, {
          home: join(folder, "../none"),
          cwd: folder,
          env,
        });
        if (exitCode !== 0) throw new Error(`exit ${exitCode}: ${stdout}${stderr}`);
        return JSON.parse(stdout);
      },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

beforeAll(ensureBuilt, 300_000);

describe.sequential("mortise diagnose", () => {
  for (const runtime of RUNTIMES) {
    test(`${runtime}: every kind of checker runs, and no file is left behind`, { timeout: 120_000 }, () =>
      withPlace(async ({ put, files, diagnose }) => {
        await put("a.py", "import os\nx = y\n");
        await put("old.py", "import os\n");
        await put("a.sh", "if true; then\n");
        await put("a.mjs", "export const a = ;\n");
        await put("a.go", "package a\n\nfunc b() {\n");
        await put("old.go", "package a\n\nfunc b() {\n}\n");
        await put("a.md", "# text\n");
        const before = await files();
        const found = async (file: string, old: string | null) => JSON.stringify(await diagnose(runtime, file, old));
        expect(await found("a.py", "old.py")).toContain(
          '"checker":"ruff-wasm","findings":[{"severity":"error","code":"F821","line":2',
        );
        expect(await found("a.sh", null)).toMatch(
          /"checker":"bash -n","findings":\[\{"severity":"error","code":"SyntaxError","line":2,/,
        );
        expect(await found("a.mjs", null)).toContain(
          '"checker":"node --check","findings":[{"severity":"error","code":"SyntaxError","line":1',
        );
        expect(await found("a.go", "old.go")).toContain('"checker":"go","findings":[{"severity":"error"');
        expect(await diagnose(runtime, "a.md", null)).toEqual({
          success: true,
          data: { path: "a.md", checked: false, reason: "no_checker" },
        });
        expect(await files()).toEqual(before);
      }),
    );

    test(
      `${runtime}: the project's type errors, new ones alone, also in a file that imports the changed one`,
      { timeout: 120_000 },
      () =>
        withPlace(async ({ put, diagnose }) => {
          await put("tsconfig.json", '{"compilerOptions": {"strict": true, "types": []}, "include": ["src"]}');
          await put("src/a.ts", "export const size: number = 1;\nexport const old: number = 'x';\n");
          await put("src/b.ts", 'import { size } from "./a.js";\nexport const twice: number = 2 * size;\n');
          await put("before.txt", "export const size: number = 1;\nexport const old: number = 'x';\n");
          await put(
            "src/a.ts",
            "export const size: string = '1';\nexport const old: number = 'x';\nexport const more: number = size;\n",
          );
          const env = { MORTISE_TYPESCRIPT_DIAGNOSTICS: "project" };
          expect(await diagnose(runtime, "src/a.ts", "before.txt", env)).toEqual({
            success: true,
            data: {
              path: "src/a.ts",
              checked: true,
              diagnostics: {
                checker: "typescript-project",
                findings: [
                  expect.objectContaining({ code: "TS2363", line: 2, path: expect.stringMatching(/src\/b\.ts$/) }),
                  {
                    severity: "error",
                    code: "TS2322",
                    line: 3,
                    message: "Type 'string' is not assignable to type 'number'.",
                  },
                ],
                new_count: 2,
                scope: "project",
              },
            },
          });
          const short = { ...env, MORTISE_DIAGNOSTICS_TIMEOUT: "0.5" };
          expect(await diagnose(runtime, "before.txt", null, short)).toEqual(
            expect.objectContaining({ data: expect.objectContaining({ checked: false }) }),
          );
        }),
    );
  }

  test(
    "in a folder that cannot be written every kind of checker says what it says elsewhere",
    {
      timeout: 120_000,
    },
    ({ skip }) =>
      withPlace(async ({ folder, put, diagnose }) => {
        await put("tree/a.py", "x = y\n");
        await put("tree/a.sh", "if true; then\n");
        await put("tree/a.mjs", "export const a = ;\n");
        await put("tree/a.go", "package a\n\nfunc b() {\n");
        await put("tree/tsconfig.json", '{"compilerOptions": {"strict": true, "types": []}}');
        await put("tree/a.ts", "export const a: number = 'x';\n");
        await mkdir(join(folder, "shown"));
        const whyNot = mountReadOnly(join(folder, "tree"), join(folder, "shown"));
        if (whyNot !== null) skip(`no read-only mount here: ${whyNot}`);
        try {
          await expect(writeFile(join(folder, "shown/probe"), "")).rejects.toMatchObject({ code: "EROFS" });
          for (const file of ["a.py", "a.sh", "a.mjs", "a.go", "a.ts"]) {
            const env = { MORTISE_TYPESCRIPT_DIAGNOSTICS: "project" };
            const found = JSON.stringify(await diagnose("node", `shown/${file}`, null, env));
            expect([file, found]).toEqual([file, expect.stringContaining('"new_count":1')]);
          }
        } finally {
          unmount(join(folder, "shown"));
        }
      }),
  );

  test("a process that is killed while a checker runs leaves no file behind", { timeout: 60_000 }, () =>
    withPlace(async ({ folder, put, files }) => {
      await put("a.py", "SLOW\n");
      await put("bin/begun", "");
      await rm(join(folder, "bin/begun"));
      await copyFile(join(REPOSITORY, "test/doubles/ruff"), join(folder, "bin/ruff"));
      await chmod(join(folder, "bin/ruff"), 0o755);
      const [program, ...first] = entryOf("node");
      const environment = environmentFor(join(folder, "../none"), {
        PATH: `${join(folder, "bin")}:${process.env.PATH}`,
      });
      const child = spawn(program, [...first, "diagnose", "a.py", "--json"], {
        cwd: folder,
        env: environment,
        stdio: "ignore",
      });
      const ended = new Promise((resolve) => child.on("exit", resolve));
      while (!existsSync(join(folder, "bin/call-1.stdin"))) await sleep(20);
      child.kill("SIGKILL");
      await ended;
      expect(await files()).toEqual(["a.py", "bin/call-1.args", "bin/call-1.stdin", "bin/ruff"]);
    }),
  );

  for (const runtime of RUNTIMES) {
    test(`${runtime}: a checker that hangs is gone with the process that started it`, { timeout: 60_000 }, ({ skip }) =>
      withPlace(async ({ folder, put }) => {
        if (!existsSync("/usr/bin/setpriv")) skip("no setpriv here");
        await put("a.py", "x = 1\n");
        const hanging = `if [ "$1" = --version ]; then echo ruff 0.0.0; exit; fi\necho $$ >'${folder}/pid'\nexec sleep 300\n`;
        await chmod(await put("bin/ruff", `#!/bin/sh\n${hanging}`), 0o755);
        const [program, ...first] = entryOf(runtime);
        const environment = environmentFor(join(folder, "../none"), {
          PATH: `${join(folder, "bin")}:${process.env.PATH}`,
          MORTISE_DIAGNOSTICS_TIMEOUT: "60",
        });
        const child = spawn(program, [...first, "diagnose", "a.py", "--json"], {
          cwd: folder,
          env: environment,
          stdio: "ignore",
        });
        const ended = new Promise((resolve) => child.on("exit", resolve));
        const pid = await numberIn(join(folder, "pid"));
        expect(isRunning(pid)).toBe(true);
        child.kill("SIGKILL");
        await ended;
        while (isRunning(pid)) await sleep(20);
      }),
    );
  }
});

/** The number that a process writes to a file, once it stands there. */
async function numberIn(path: string): Promise<number> {
  for (;;) {
    const text = existsSync(path) ? await readFile(path, "utf8") : "";
    if (text.endsWith("\n")) return Number(text);
    await sleep(20);
  }
}

/** One that has ended may stay listed until its parent asks for it. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
