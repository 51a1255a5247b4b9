import { expect } from "vitest";
import { StoreError } from "../../runtime/errors.ts";
import type { BlobStore, FileSystem } from "../../runtime/ports/mod.ts";
import { equalBytes, patternBytes, utf8 } from "./bytes.ts";
import { sha256Of } from "./checkpoint-rows.ts";

/** What every blob store owes, one promise a case. */
export interface BlobStoreCase {
  readonly name: string;
  run(blobs: BlobStore, tools: BlobStoreTools): Promise<void>;
}

export interface BlobStoreTools {
  /** The tree the store lies in; `folder` holds the blobs. */
  readonly fs: FileSystem;
  readonly folder: string;
  readonly tempFolder: string;
}

const CONTENTS: readonly Uint8Array[] = [
  new Uint8Array(0),
  utf8("a\r\nb"),
  utf8("\uFEFFwith a mark \u{1F600}"),
  Uint8Array.from({ length: 256 }, (_, at) => at),
  patternBytes(1_048_576),
];

export const blobStoreCases: readonly BlobStoreCase[] = [
  {
    name: "contents come back to the byte, from blobs/<2 hex>/<sha256>",
    async run(blobs, { fs, folder, tempFolder }) {
      for (const content of CONTENTS) {
        const name = sha256Of(content);
        expect(await blobs.has(name)).toBe(false);
        expect(await blobs.get(name)).toBe(null);
        await blobs.put(name, content);
        expect(await blobs.has(name)).toBe(true);
        expect(equalBytes((await blobs.get(name)) ?? utf8("none"), content)).toBe(true);
        expect(equalBytes(await fs.readFile(`${folder}/${name.slice(0, 2)}/${name}`), content)).toBe(true);
      }
      expect(await fs.readdir(tempFolder)).toEqual([]);
    },
  },
  {
    name: "blobs and their folders are readable by their owner only",
    async run(blobs, { fs, folder, tempFolder }) {
      const name = sha256Of("secret");
      await blobs.put(name, utf8("secret"));
      const modes = [folder, `${folder}/${name.slice(0, 2)}`, tempFolder, `${folder}/${name.slice(0, 2)}/${name}`];
      const found = await Promise.all(modes.map(async (path) => (await fs.stat(path))?.mode.toString(8)));
      expect(found).toEqual(["700", "700", "700", "600"]);
    },
  },
  {
    name: "storing a content again changes nothing",
    async run(blobs, { fs, folder }) {
      const name = sha256Of("x");
      await blobs.put(name, utf8("x"));
      const before = await fs.stat(`${folder}/${name.slice(0, 2)}/${name}`);
      await blobs.put(name, utf8("x"));
      expect(await fs.stat(`${folder}/${name.slice(0, 2)}/${name}`)).toEqual(before);
    },
  },
  {
    name: "a damaged blob is not trusted by its name: storing the content again repairs it",
    async run(blobs, { fs, folder }) {
      const content = utf8("the content");
      const name = sha256Of(content);
      const path = `${folder}/${name.slice(0, 2)}/${name}`;
      for (const damaged of [new Uint8Array(0), content.slice(0, 5), Uint8Array.of(0, ...content.slice(1))]) {
        await blobs.put(name, content);
        await fs.writeFile(path, damaged);
        expect(await blobs.get(name)).toEqual(damaged);
        await blobs.put(name, content);
        expect(await blobs.get(name)).toEqual(content);
      }
    },
  },
  {
    name: "what stands in a blob's place without being a file is no blob",
    async run(blobs, { fs, folder, tempFolder }) {
      const content = utf8("linked");
      const name = sha256Of(content);
      const path = `${folder}/${name.slice(0, 2)}/${name}`;
      await blobs.put(name, content);
      await fs.rm(path);
      await fs.writeFile(`${tempFolder}/outside`, content);
      await fs.symlink(`${tempFolder}/outside`, path);
      const error: unknown = await blobs.get(name).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StoreError);
      expect(error).toMatchObject({ errorCode: "unrecoverable", message: `"${path}" is a link, not a file` });
      expect(await blobs.has(name)).toBe(false);
      await blobs.put(name, content);
      expect((await fs.lstat(path))?.kind).toBe("file");
      expect(await blobs.get(name)).toEqual(content);
    },
  },
  {
    name: "many blobs, synced at the end, are as good as others",
    async run(blobs) {
      const contents = Array.from({ length: 20 }, (_, at) => `content ${at}`);
      await Promise.all(contents.map((content) => blobs.putUnsynced(sha256Of(content), utf8(content))));
      await blobs.sync(contents.map(sha256Of));
      await blobs.sync([]);
      for (const content of contents) expect(await blobs.get(sha256Of(content))).toEqual(utf8(content));
      expect(await blobs.list()).toHaveLength(20);
    },
  },
  {
    name: "the listing holds every blob with its size and age, and no stray file",
    async run(blobs, { fs, folder }) {
      expect(await blobs.list()).toEqual([]);
      const started = Date.now();
      const names = ["one", "three", "five"].map((content) => ({ sha256: sha256Of(content), size: content.length }));
      for (const content of ["one", "three", "five"]) await blobs.put(sha256Of(content), utf8(content));

      const shard = `${folder}/${names[0]?.sha256.slice(0, 2)}`;
      const wrongShard = `${folder}/${sha256Of("elsewhere").slice(0, 2) === "00" ? "01" : "00"}`;
      await fs.writeFile(`${folder}/README`, utf8("stray"));
      await fs.writeFile(`${shard}/notes.txt`, utf8("stray"));
      await fs.writeFile(`${shard}/${"A".repeat(64)}`, utf8("stray"));
      await fs.mkdir(wrongShard, { recursive: true });
      await fs.writeFile(`${wrongShard}/${sha256Of("elsewhere")}`, utf8("elsewhere"));
      await fs.mkdir(`${shard}/${names[0]?.sha256.slice(0, 2)}${"0".repeat(62)}`);
      await fs.mkdir(`${folder}/xyz`);

      const listed = await blobs.list();
      const bySha = (a: { sha256: string }, b: { sha256: string }) => (a.sha256 < b.sha256 ? -1 : 1);
      expect(listed.map(({ sha256, size }) => ({ sha256, size })).sort(bySha)).toEqual(names.sort(bySha));
      for (const { storedAt } of listed) expect(Math.abs(storedAt - started)).toBeLessThan(60_000);
    },
  },
  {
    name: "a deleted blob is gone, deleting it again is fine, and nothing else is touched",
    async run(blobs, { fs, folder }) {
      const [gone, kept] = [sha256Of("gone"), sha256Of("kept")];
      await blobs.put(gone, utf8("gone"));
      await blobs.put(kept, utf8("kept"));
      await fs.writeFile(`${folder}/${gone.slice(0, 2)}/stray`, utf8("stray"));
      expect(await blobs.delete(gone)).toBe(true);
      expect(await blobs.delete(gone)).toBe(false);
      expect(await blobs.get(gone)).toBe(null);
      expect(await blobs.get(kept)).toEqual(utf8("kept"));
      expect(await fs.readFile(`${folder}/${gone.slice(0, 2)}/stray`)).toEqual(utf8("stray"));
    },
  },
  {
    name: "a blob that was stored too lately to be deleted stays",
    async run(blobs) {
      const name = sha256Of("x");
      await blobs.put(name, utf8("x"));
      const [listed] = await blobs.list();
      const storedAt = listed?.storedAt ?? 0;
      expect(await blobs.delete(name, { storedBefore: storedAt })).toBe(false);
      expect(await blobs.get(name)).toEqual(utf8("x"));
      expect(await blobs.delete(name, { storedBefore: storedAt + 1 })).toBe(true);
      expect(await blobs.get(name)).toBe(null);
    },
  },
  {
    name: "a name that is not a sha256 never becomes a path",
    async run(blobs, { fs, folder }) {
      await blobs.put(sha256Of("x"), utf8("x"));
      await fs.writeFile(`${folder}/../outside`, utf8("outside"));
      for (const name of ["../outside", `../${"0".repeat(62)}`, "", sha256Of("x").toUpperCase(), "0".repeat(63)]) {
        await expect(blobs.put(name, utf8("x"))).rejects.toThrow(RangeError);
        await expect(blobs.get(name)).rejects.toThrow(RangeError);
        await expect(blobs.has(name)).rejects.toThrow(RangeError);
        await expect(blobs.delete(name)).rejects.toThrow(RangeError);
      }
      expect(await fs.readFile(`${folder}/../outside`)).toEqual(utf8("outside"));
    },
  },
  {
    name: "a store whose folders were removed underneath takes blobs again",
    async run(blobs, { fs, folder, tempFolder }) {
      const name = sha256Of("x");
      await blobs.put(name, utf8("x"));
      await fs.rm(folder, { recursive: true });
      await fs.rm(tempFolder, { recursive: true });
      await blobs.put(name, utf8("x"));
      expect(await blobs.get(name)).toEqual(utf8("x"));
    },
  },
  {
    name: "one content stored many times at once is whole",
    async run(blobs, { fs, tempFolder }) {
      const content = patternBytes(100_000);
      await Promise.all(Array.from({ length: 8 }, () => blobs.put(sha256Of(content), content)));
      expect(equalBytes((await blobs.get(sha256Of(content))) ?? utf8("none"), content)).toBe(true);
      expect(await fs.readdir(tempFolder)).toEqual([]);
    },
  },
];
