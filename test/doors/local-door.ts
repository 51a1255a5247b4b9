import { createFileSystemBlobs } from "../../adapters/blobs/filesystem.ts";
import { systemClock } from "../../adapters/clock/system.ts";
import { createFileGrammars } from "../../adapters/grammars/files.ts";
import { webCryptoIds } from "../../adapters/ids/web-crypto.ts";
import { createMemoryIndex } from "../../adapters/index/memory.ts";
import { createMemoryMemory } from "../../adapters/memory/memory.ts";
import { createCheckpoints } from "../../runtime/checkpoints/mod.ts";
import { statusOf } from "../../runtime/errors.ts";
import { KeyedLocks } from "../../runtime/locks.ts";
import type { FileSystem, Hash } from "../../runtime/ports/mod.ts";
import { createRuntime } from "../../runtime/runtime.ts";
import { loadSettings } from "../../runtime/settings/mod.ts";
import type { ProfileName } from "./door-case.ts";
import { createGround } from "./ground.ts";
import type { Door } from "./play.ts";
import { PROFILES } from "./table.ts";

/** Parsers are loaded once for all doors of a test. */
const grammars = createFileGrammars();

/**
 * The runtime in this process, over any filesystem.
 *
 * @param folder Gets the workspace, `project`, and the store beside it.
 */
export async function openLocalDoor(fs: FileSystem, hash: Hash, folder: string, profile: ProfileName): Promise<Door> {
  const [root, store] = [`${folder}/project`, `${folder}/store`];
  await fs.mkdir(root, { recursive: true });
  await fs.mkdir(`${store}/tmp`, { recursive: true });
  const environment: Readonly<Record<string, string>> = PROFILES[profile];
  const env = (name: string) => environment[name];
  const envNames = Object.keys(environment);
  const { settings } = loadSettings({ home: store, cwd: folder, env, envNames, file: null });
  const { coding } = settings;
  const ports = { fs, hash, clock: systemClock, ids: webCryptoIds, locks: new KeyedLocks(), grammars };
  const checkpoints = createCheckpoints({
    ...ports,
    index: createMemoryIndex(),
    blobs: createFileSystemBlobs(fs, { folder: `${store}/blobs`, tempFolder: `${store}/tmp`, hash }),
    protectedFolders: [store],
    owner: { name: "1.local", isGone: (name) => name !== "1.local" },
    maxBlobBytes: coding.checkpoint_max_blob_bytes,
    retentionDays: coding.checkpoint_retention_days,
    maxStoreBytes: coding.checkpoint_max_store_bytes,
  });
  const runtime = await createRuntime(
    { ...ports, checkpoints, memory: createMemoryMemory() },
    { root, protectedFolders: [store], settings },
  );
  const stored = createGround(fs, hash, store);
  return {
    name: "local",
    async call(tool, args, { session, turn }) {
      const binding = {
        surface: "http",
        ...(session !== undefined && { sessionId: session }),
        ...(turn !== undefined && { turnId: turn }),
      } as const;
      const body = await runtime.callTool(tool, args, runtime.contextFor(binding));
      return { status: body.success ? 200 : statusOf(body.error_code), body: { ...body } };
    },
    async kept(session, paths) {
      const { fileState } = runtime.contextFor({ surface: "http" });
      const seen = paths.map((path) => [
        fileState.observation(session, `${root}/${path}`),
        fileState.marks.shownHash(session, `${root}/${path}`),
      ]);
      const { turns } = await checkpoints.list({ limit: 200 });
      const withText = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
      return JSON.stringify([seen, turns, await stored.traces()], withText);
    },
  };
}
