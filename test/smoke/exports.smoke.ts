import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { REPOSITORY, RUNTIMES, type RuntimeName } from "./runtimes.ts";

/** Every subpath that the package promises, with a name that must come out of it. */
const EXPORTS = [
  ["mortise", "createRuntime"],
  ["mortise/edit", "findEditMatch"],
  ["mortise/text", "decodeText"],
  ["mortise/ports", null],
  ["mortise/file-state", "FileStateTracker"],
  ["mortise/checkpoints", "createCheckpoints"],
  ["mortise/tools", "TOOLS"],
  ["mortise/settings", "loadSettings"],
  ["mortise/server", "createApp"],
  ["mortise/cli", "main"],
  ["mortise/adapters/fs/memfs", "createMemoryFileSystem"],
  ["mortise/adapters/hash/noble", "nobleHash"],
  ["mortise/adapters/index/memory", "createMemoryIndex"],
  ["mortise/adapters/blobs/filesystem", "createFileSystemBlobs"],
] as const;

const HOST_ADAPTER = { bun: "node", node: "node", deno: "deno" } as const;

function commandOf(runtime: RuntimeName, script: string): [string, string[]] {
  if (runtime === "node") return ["node", [script]];
  const program = join(REPOSITORY, "node_modules/.bin", runtime);
  return runtime === "bun" ? [program, [script]] : [program, ["run", "-A", "--node-modules-dir=manual", script]];
}

describe("the installed package", () => {
  let folder = "";

  beforeAll(async () => {
    await ensureBuilt();
    folder = await mkdtemp(join(tmpdir(), "mortise-exports-"));
    // As npm lays it out: what `files` names, below node_modules, with the dependencies beside it.
    const installed = join(folder, "node_modules/mortise");
    await mkdir(installed, { recursive: true });
    for (const name of ["package.json", "dist", "runtime", "adapters"]) {
      await cp(join(REPOSITORY, name), join(installed, name), { recursive: true });
    }
    for (const name of ["zod", "hono", "memfs", "diff", "commander", "@noble", "@hono", "@libsql"]) {
      await symlink(join(REPOSITORY, "node_modules", name), join(folder, "node_modules", name));
    }
    await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  for (const runtime of RUNTIMES) {
    test(`gives under ${runtime} every export it promises`, async () => {
      const wanted = [...EXPORTS, [`mortise/adapters/fs/${HOST_ADAPTER[runtime]}`, null] as const];
      const script = join(folder, `all-${runtime}.mjs`);
      const checks = wanted.map(
        ([path, name]) =>
          `import(${JSON.stringify(path)}).then((m) => [${JSON.stringify(path)}, ${name ? `typeof m.${name}` : '"loaded"'}])`,
      );
      await writeFile(script, `console.log(JSON.stringify(await Promise.all([${checks.join(",\n")}])));\n`);
      const [program, args] = commandOf(runtime, script);
      const { stdout } = await promisify(execFile)(program, args, { cwd: folder });
      const found: unknown = JSON.parse(stdout);
      expect(found).toEqual(
        wanted.map(([path, name]) => [
          path,
          name === null ? "loaded" : name === "TOOLS" || name === "nobleHash" ? "object" : "function",
        ]),
      );
    });
  }
});
