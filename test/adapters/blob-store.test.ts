import { describe, expect, test } from "vitest";
import { createFileSystemBlobs } from "../../adapters/blobs/filesystem.ts";
import { createFileSystem } from "../../adapters/fs/file-system.ts";
import { type BlobStoreCase, blobStoreCases } from "../conformance/blob-store.ts";
import { sha256Of } from "../conformance/checkpoint-rows.ts";
import { Faults } from "../faults/faults.ts";
import { hostName } from "./host.ts";
import { adaptersHere, type Tree, withTree } from "./trees.ts";

for (const adapter of adaptersHere) {
  describe(`blobs on ${adapter} under ${hostName}`, () => {
    for (const { name, run } of blobStoreCases) {
      test(name, () => withTree(adapter, (tree) => runCase(tree, run)));
    }

    test("a blob is synced before it gets its name, and its folder after", () =>
      withTree(adapter, async (tree) => {
        const { blobs, faults, folder } = open(tree);
        await blobs.put(sha256Of("first"), new TextEncoder().encode("first"));
        const name = sha256Of("second");
        await blobs.put(name, new TextEncoder().encode("second"));
        const calls = faults.calls.map((call) => call.split(" ")[0]);
        const steps = calls.slice(calls.lastIndexOf("createFile"));
        expect(steps.indexOf("temp.sync")).toBeGreaterThan(steps.indexOf("temp.write"));
        expect(steps.indexOf("rename")).toBeGreaterThan(steps.indexOf("temp.sync"));
        expect(faults.calls.at(-1)).toBe(`syncFolder ${folder}/${name.slice(0, 2)}`);
      }));

    test("the name of a new folder is made durable before a blob relies on it", () =>
      withTree(adapter, async (tree) => {
        const { blobs, faults, folder, fs } = open(tree);
        const name = sha256Of("x");
        await blobs.put(name, new TextEncoder().encode("x"));
        const syncs = faults.calls.filter((call) => call.startsWith("syncFolder ")).map((call) => call.split(" ")[1]);
        expect(syncs).toEqual([tree.folder, folder, `${folder}/${name.slice(0, 2)}`]);
        expect((await fs.readdir(folder)).map((entry) => entry.name)).toEqual([name.slice(0, 2)]);
        expect((await fs.readdir(tree.folder)).map((entry) => entry.name)).toEqual(["blobs", "tmp"]);
      }));

    test("several processes that make a store's folders at once all store their blobs", () =>
      withTree(adapter, async (tree) => {
        const names = Array.from({ length: 6 }, (_, at) => `content ${at}`);
        await Promise.all(
          names.flatMap((content) => {
            const data = new TextEncoder().encode(content);
            return [open(tree), open(tree)].map(({ blobs }) => blobs.put(sha256Of(content), data));
          }),
        );
        const { blobs } = open(tree);
        expect((await blobs.list()).map((blob) => blob.sha256).sort()).toEqual(
          names.map((name) => sha256Of(name)).sort(),
        );
      }));

    test("a blob nobody has stored for ten minutes is renewed by storing it again, so that no prune takes it", () =>
      withTree(adapter, async (tree) => {
        let now = Date.now();
        const { blobs } = open(tree, () => now);
        const content = new TextEncoder().encode("again");
        await blobs.put(sha256Of(content), content);
        const ages = async () => (await blobs.list()).map((blob) => blob.storedAt);
        const [first = 0] = await ages();
        await new Promise((resolve) => setTimeout(resolve, 20));
        await blobs.put(sha256Of(content), content);
        expect(await ages()).toEqual([first]);
        now += 601_000;
        await blobs.put(sha256Of(content), content);
        const [renewed = 0] = await ages();
        expect(renewed).toBeGreaterThan(first);
      }));
  });
}

/** A store on the tree, with every call below the filesystem noted. */
function open(tree: Tree, now?: () => number) {
  const faults = new Faults();
  const { hash } = tree.tools;
  const fs = createFileSystem(faults.primitives(tree.primitives), { hash, tempPrefix: ".mortise-blobs-" });
  const folder = `${tree.folder}/blobs`;
  const clock = now === undefined ? {} : { clock: { now } };
  const blobs = createFileSystemBlobs(fs, { folder, tempFolder: `${tree.folder}/tmp`, hash, ...clock });
  return { fs, faults, folder, blobs };
}

async function runCase(tree: Tree, run: BlobStoreCase["run"]): Promise<void> {
  const { fs, folder, blobs } = open(tree);
  await run(blobs, { fs, folder, tempFolder: `${tree.folder}/tmp` });
}
