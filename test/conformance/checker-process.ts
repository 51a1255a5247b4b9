import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import process from "node:process";
import { expect } from "vitest";
import type { CheckerProcesses, CheckerRun } from "../../runtime/ports/mod.ts";

/** What a case may use: an empty folder of its own, and PATH for as long as a task runs. */
export interface ProcessTools {
  readonly folder: string;
  withEnvironment<Value>(variables: Readonly<Record<string, string>>, task: () => Promise<Value>): Promise<Value>;
}

/** What every implementation of the port owes. `bash` is the program, for it can do anything. */
export interface ProcessCase {
  readonly name: string;
  run(processes: CheckerProcesses, tools: ProcessTools): Promise<void>;
}

function script(text: string, cwd: string, more: Partial<CheckerRun> = {}): CheckerRun {
  return {
    program: "bash",
    // With a socket as stdin bash would read its startup file.
    args: ["--norc", "-c", text, "bash"],
    cwd,
    stdin: "",
    timeoutMs: 20_000,
    maxOutputBytes: 100_000,
    signal: new AbortController().signal,
    ...more,
  };
}

export const processCases: readonly ProcessCase[] = [
  {
    name: "stdin goes in as UTF-8, both outputs and the exit code come back",
    async run(processes, { folder }) {
      const run = script('cat; printf "err ü" >&2; exit 3', folder, { stdin: "été 𝄞\n" });
      expect(await processes.run(run)).toEqual({ kind: "ended", exitCode: 3, stdout: "été 𝄞\n", stderr: "err ü" });
    },
  },
  {
    name: "an argument is one argument, whatever is in it",
    async run(processes, { folder }) {
      const args = ["--norc", "-c", 'printf "%s\\n" "$@"', "bash", "a b", "$(echo x)", "'", "*", "--", "ä\\"];
      expect(await processes.run(script("", folder, { args }))).toEqual({
        kind: "ended",
        exitCode: 0,
        stdout: "a b\n$(echo x)\n'\n*\n--\nä\\\n",
        stderr: "",
      });
    },
  },
  {
    name: "of the environment only what a checker needs is passed on, and messages are in English",
    async run(processes, { folder, withEnvironment }) {
      const secrets = { BASH_ENV: "/nowhere", NODE_OPTIONS: "--check", MORTISE_TOKEN: "secret", LC_ALL: "de_DE" };
      const outcome = await withEnvironment(secrets, () => processes.run(script("env | sort", folder)));
      const names = outcome.kind === "ended" ? outcome.stdout.trim().split("\n") : [];
      // Those of the second row are bash's own.
      const known = /^(?:PATH|HOME|TMPDIR|XDG_CONFIG_HOME|(?:PWD|OLDPWD|SHLVL|_))=|^LC_ALL=C$/;
      expect([outcome.kind, names.filter((name) => !known.test(name))]).toEqual(["ended", []]);
      expect(names).toContain("LC_ALL=C");
    },
  },
  {
    name: "it runs in the folder that is named",
    async run(processes, { folder }) {
      expect(await processes.run(script("pwd", folder))).toEqual({
        kind: "ended",
        exitCode: 0,
        stdout: `${folder}\n`,
        stderr: "",
      });
    },
  },
  {
    name: "what is not in PATH is missing, and a relative folder in PATH is passed over",
    async run(processes, { folder, withEnvironment }) {
      const missing = { kind: "missing" };
      const run = script("echo 1", folder);
      expect(await withEnvironment({ PATH: folder }, () => processes.run(run))).toEqual(missing);
      expect(await withEnvironment({ PATH: "bin:.:../bin" }, () => processes.run(run))).toEqual(missing);
      expect(await withEnvironment({ PATH: "" }, () => processes.run(run))).toEqual(missing);
    },
  },
  {
    name: "another program under the name is not it: the next in PATH is, or none",
    async run(processes, { folder, withEnvironment }) {
      const put = (place: string, text: string) => {
        mkdirSync(`${folder}/${place}`, { recursive: true });
        writeFileSync(`${folder}/${place}/bash`, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      };
      put("nameless", "echo 1.0");
      put("failing", "exit 1");
      put("running", `if [ "$1" = --version ]; then echo "GNU bash, version 5.2"; else exec /bin/sh; fi`);
      put("tree/node_modules/.bin", 'exec /bin/bash "$@"');
      put("bun-node-0-1", 'exec /bin/bash "$@"');
      writeFileSync(`${folder}/deno`, '#!/bin/sh\nexec /bin/bash "$@"\n', { mode: 0o755 });
      mkdirSync(`${folder}/linked`);
      symlinkSync("../deno", `${folder}/linked/bash`);
      const places = ["nameless", "failing", "running", "tree/node_modules/.bin", "bun-node-0-1", "linked"];
      const fakes = places.map((place) => `${folder}/${place}`).join(":");
      const run = script("echo 1", folder);
      const ended = { kind: "ended", exitCode: 0, stdout: "1\n", stderr: "" };
      expect(await withEnvironment({ PATH: fakes }, () => processes.run(run))).toEqual({ kind: "missing" });
      expect(await withEnvironment({ PATH: `${fakes}:/usr/bin:/bin` }, () => processes.run(run))).toEqual(ended);
    },
  },
  {
    name: "a run out of time is stopped with all that it started",
    async run(processes, { folder }) {
      // A busy machine may need more than the first time even to begin.
      for (const timeoutMs of [500, 4_000, 16_000]) {
        const run = script("sleep 60 & echo $! >pid; wait", folder, { timeoutMs });
        expect(await processes.run(run)).toEqual({ kind: "stopped", reason: "time" });
        if (existsSync(`${folder}/pid`)) break;
      }
      await expectEnded(`${folder}/pid`);
    },
  },
  {
    name: "a run that ends leaves nothing running, also when that holds its outputs open",
    async run(processes, { folder }) {
      const outcome = await processes.run(script("sleep 60 & echo $! >pid; echo done", folder));
      expect(outcome).toEqual({ kind: "ended", exitCode: 0, stdout: "done\n", stderr: "" });
      await expectEnded(`${folder}/pid`);
    },
  },
  {
    name: "output without end is stopped, on either stream",
    async run(processes, { folder }) {
      for (const target of ["", " >&2"]) {
        const endless = script(`while :; do echo aaaaaaaaaaaaaaaa${target}; done`, folder, { maxOutputBytes: 10_000 });
        expect(await processes.run(endless)).toEqual({ kind: "stopped", reason: "output" });
      }
    },
  },
  {
    name: "cancelling stops it, before and while it runs",
    async run(processes, { folder }) {
      const cancelled = { kind: "stopped", reason: "cancelled" };
      expect(await processes.run(script("echo 1", folder, { signal: AbortSignal.abort() }))).toEqual(cancelled);
      const controller = new AbortController();
      const running = processes.run(script("echo >begun; sleep 60", folder, { signal: controller.signal }));
      while (!existsSync(`${folder}/begun`)) await new Promise((resolve) => setTimeout(resolve, 10));
      controller.abort();
      expect(await running).toEqual(cancelled);
    },
  },
  {
    name: "a program that dies of a signal made no statement",
    async run(processes, { folder }) {
      expect(await processes.run(script("kill -9 $$", folder))).toEqual({ kind: "stopped", reason: "signal" });
    },
  },
  {
    name: "a program that does not read its stdin ends as it would have",
    async run(processes, { folder }) {
      const run = script("exit 4", folder, { stdin: "x".repeat(3_000_000) });
      expect(await processes.run(run)).toEqual({ kind: "ended", exitCode: 4, stdout: "", stderr: "" });
    },
  },
  {
    name: "output that is not UTF-8 is a failure, not a guess",
    async run(processes, { folder }) {
      await expect(processes.run(script("printf '\\377'", folder))).rejects.toThrow(TypeError);
    },
  },
  {
    name: "a folder that is not there is a failure",
    async run(processes, { folder }) {
      await expect(processes.run(script("echo 1", `${folder}/gone`))).rejects.toThrow();
    },
  },
];

/** A process that was sent the signal is gone a moment later. */
async function expectEnded(file: string): Promise<void> {
  const pid = readFileSync(file, "utf8");
  for (let waits = 0; waits < 500 && isRunning(pid); waits += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isRunning(pid)).toBe(false);
}

/** One that has ended may stay listed until its parent asks for it. */
function isRunning(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid.trim()}/stat`, "utf8"));
  } catch {
    return false;
  }
}
