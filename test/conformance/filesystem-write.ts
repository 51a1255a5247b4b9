import { expect } from "vitest";
import { FileSystemError } from "../../runtime/errors.ts";
import { equalBytes, patternBytes, text, utf8 } from "./bytes.ts";
import { failureOf } from "./failure-of.ts";
import type { FileSystemCase } from "./filesystem.ts";

const CONTENTS: readonly { name: string; bytes: Uint8Array }[] = [
  { name: "no byte at all", bytes: new Uint8Array(0) },
  { name: "NUL and 0xFF", bytes: new Uint8Array([0, 0xff, 0xfe, 0, 0x80, 0x0a]) },
  { name: "a BOM and mixed line endings", bytes: utf8("\ufeffone\r\ntwo\nthree\rfour") },
  { name: "1 MiB", bytes: patternBytes(1 << 20) },
];

const NAMES = [
  "plain",
  "with spaces ",
  "new\nline",
  "emoji \u{1f9e9}\u200d",
  "-dash",
  "é e\u0301",
  "back\\slash",
  "\"quotes'$`",
];

const KEPT_MODES = [0o755, 0o600, 0o444, 0o2755, 0o4755, 0o1644, 0o000];

export const writeCases: readonly FileSystemCase[] = [
  {
    name: "writeFile then readFile gives the same bytes, a new file and a replaced one alike",
    async run(fs, folder) {
      for (const { name, bytes } of CONTENTS) {
        expect(await fs.writeFile(`${folder}/file`, bytes)).toBe("written");
        expect(equalBytes(await fs.readFile(`${folder}/file`), bytes), name).toBe(true);
      }
    },
  },
  {
    name: "a durable write gives the same bytes",
    async run(fs, folder) {
      expect(await fs.writeFile(`${folder}/file`, utf8("one"), { durable: true })).toBe("written");
      expect(await fs.writeFile(`${folder}/file`, utf8("two"), { durable: true })).toBe("written");
      expect(text(await fs.readFile(`${folder}/file`))).toBe("two");
    },
  },
  {
    name: "a staged file changes nothing until it is published, and then only what it was staged for",
    async run(fs, folder) {
      await fs.writeFile(`${folder}/file`, utf8("one"), { mode: 0o750 });
      const staged = await fs.stageFile(`${folder}/file`, utf8("two"), { durable: "file" });
      expect(text(await fs.readFile(`${folder}/file`))).toBe("one");
      expect(await staged.publish()).toBe("written");
      await fs.syncFolder(folder);
      expect(text(await fs.readFile(`${folder}/file`))).toBe("two");
      expect((await fs.stat(`${folder}/file`))?.mode).toBe(0o750);

      await (await fs.stageFile(`${folder}/file`, utf8("three"))).discard();
      const late = await fs.stageFile(`${folder}/new`, utf8("mine"), { exclusive: true });
      await fs.writeFile(`${folder}/new`, utf8("theirs"));
      expect(await late.publish()).toBe("changed");
      expect(await (await fs.stageFile(`${folder}/new`, utf8("mine"), { exclusive: true })).publish()).toBe("changed");
      expect(text(await fs.readFile(`${folder}/new`))).toBe("theirs");
      expect((await fs.readdir(folder)).map(({ name }) => name)).toEqual(["file", "new"]);
    },
  },
  {
    name: "names with spaces, newlines, emoji, quotes and backslashes are taken as they are",
    async run(fs, folder) {
      for (const name of NAMES) await fs.writeFile(`${folder}/${name}`, utf8(name));
      expect((await fs.readdir(folder)).map((entry) => entry.name)).toEqual([...NAMES].sort());
      for (const name of NAMES) expect(text(await fs.readFile(`${folder}/${name}`))).toBe(name);
    },
  },
  {
    name: "a reader sees the old bytes or the new, never a part",
    async run(fs, folder) {
      const versions = [new Uint8Array(100_000).fill(0x61), new Uint8Array(60_000).fill(0x62)];
      await fs.writeFile(`${folder}/file`, versions[0] ?? utf8(""));
      let writing = true;
      const writes = (async () => {
        for (let turn = 0; turn < 40; turn++) await fs.writeFile(`${folder}/file`, versions[turn % 2] ?? utf8(""));
        writing = false;
      })();
      let seen = 0;
      while (writing) {
        const bytes = await fs.readFile(`${folder}/file`);
        seen += 1;
        expect(versions.some((version) => equalBytes(version, bytes))).toBe(true);
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      await writes;
      expect(seen).toBeGreaterThan(0);
    },
  },
  {
    name: "the mode of a replaced file is kept, set-id and sticky bits included, under any umask",
    async run(fs, folder, tools) {
      for (const mask of [0o022, 0o077, 0o000]) {
        await tools.withUmask(mask, async () => {
          for (const mode of KEPT_MODES) {
            const path = `${folder}/mode-${mode.toString(8)}`;
            await fs.writeFile(path, utf8("old"));
            await fs.chmod(path, mode);
            expect(await fs.writeFile(path, utf8("new"), { durable: true })).toBe("written");
            expect((await fs.lstat(path))?.mode).toBe(mode);
            await fs.chmod(path, 0o600);
            expect(text(await fs.readFile(path))).toBe("new");
          }
        });
      }
    },
  },
  {
    name: "a new file gets the mode that is asked for, under any umask, and never more than 0666 unasked",
    async run(fs, folder, tools) {
      await tools.withUmask(0o077, async () => {
        await fs.writeFile(`${folder}/asked`, utf8("x"), { mode: 0o755 });
        expect((await fs.lstat(`${folder}/asked`))?.mode).toBe(0o755);
        await fs.writeFile(`${folder}/asked`, utf8("y"), { mode: 0o640 });
        expect((await fs.lstat(`${folder}/asked`))?.mode).toBe(0o640);
      });
      await fs.writeFile(`${folder}/unasked`, utf8("x"));
      expect(((await fs.lstat(`${folder}/unasked`))?.mode ?? 0o777) & ~0o666).toBe(0);
    },
  },
  {
    name: "expectSha256 lets the write through only over exactly these bytes",
    async run(fs, folder, { hash }) {
      const path = `${folder}/file`;
      await fs.writeFile(path, utf8("seen"));
      const before = await fs.lstat(path);
      expect(await fs.writeFile(path, utf8("mine"), { expectSha256: hash.sha256(utf8("other")) })).toBe("changed");
      expect(await fs.lstat(path)).toEqual(before);
      expect(await fs.writeFile(path, utf8("mine"), { expectSha256: hash.sha256(utf8("seen")) })).toBe("written");
      expect(text(await fs.readFile(path))).toBe("mine");
    },
  },
  {
    name: "expectSha256 answers changed where nothing stands, and where a link took the file's place",
    async run(fs, folder, { hash }) {
      const expectSha256 = hash.sha256(utf8("seen"));
      expect(await fs.writeFile(`${folder}/absent`, utf8("x"), { expectSha256 })).toBe("changed");
      expect(await fs.lstat(`${folder}/absent`)).toBeNull();
      await fs.writeFile(`${folder}/target`, utf8("seen"));
      await fs.symlink("target", `${folder}/link`);
      expect(await fs.writeFile(`${folder}/link`, utf8("x"), { expectSha256 })).toBe("changed");
      expect((await fs.lstat(`${folder}/link`))?.kind).toBe("symlink");
      expect(text(await fs.readFile(`${folder}/target`))).toBe("seen");
    },
  },
  {
    name: "expectSha256 is compared after the new bytes were written, so a change meanwhile is seen",
    async run(fs, folder, tools) {
      const path = `${folder}/file`;
      await fs.writeFile(path, utf8("seen"));
      const late = tools.open({ beforeTemp: async () => void (await fs.writeFile(path, utf8("foreign"))) });
      expect(await late.writeFile(path, utf8("mine"), { expectSha256: tools.hash.sha256(utf8("seen")) })).toBe(
        "changed",
      );
      expect(text(await fs.readFile(path))).toBe("foreign");
    },
  },
  {
    name: "an exclusive write creates, and leaves alone whatever stands there: file, folder, dangling link",
    async run(fs, folder) {
      expect(await fs.writeFile(`${folder}/new`, utf8("one"), { exclusive: true })).toBe("written");
      expect(await fs.lstat(`${folder}/new`)).toMatchObject({ kind: "file", size: 3, nlink: 1 });
      expect(await fs.writeFile(`${folder}/new`, utf8("two"), { exclusive: true })).toBe("changed");
      expect(text(await fs.readFile(`${folder}/new`))).toBe("one");
      await fs.symlink("nowhere", `${folder}/dangling`);
      expect(await fs.writeFile(`${folder}/dangling`, utf8("x"), { exclusive: true })).toBe("changed");
      expect(await fs.readlink(`${folder}/dangling`)).toBe("nowhere");
      expect(await fs.lstat(`${folder}/nowhere`)).toBeNull();
    },
  },
  {
    name: "of many exclusive writes at once exactly one wins, and its bytes stand whole",
    async run(fs, folder) {
      const contents = Array.from({ length: 12 }, (_, at) => new Uint8Array(20_000).fill(at));
      const outcomes = await Promise.all(
        contents.map((bytes) => fs.writeFile(`${folder}/once`, bytes, { exclusive: true, durable: true })),
      );
      expect(outcomes.filter((outcome) => outcome === "written")).toHaveLength(1);
      const winner = contents[outcomes.indexOf("written")] ?? utf8("");
      expect(equalBytes(await fs.readFile(`${folder}/once`), winner)).toBe(true);
    },
  },
  {
    name: "a hard link is seen, and broken by a write: the other name keeps the old bytes",
    async run(fs, folder, tools) {
      await fs.writeFile(`${folder}/file`, utf8("shared"));
      await tools.link(`${folder}/file`, `${folder}/other`);
      expect((await fs.lstat(`${folder}/file`))?.nlink).toBe(2);
      expect((await fs.lstat(`${folder}/other`))?.ino).toBe((await fs.lstat(`${folder}/file`))?.ino);
      await fs.writeFile(`${folder}/file`, utf8("mine"), { expectSha256: tools.hash.sha256(utf8("shared")) });
      expect(text(await fs.readFile(`${folder}/other`))).toBe("shared");
      expect(text(await fs.readFile(`${folder}/file`))).toBe("mine");
      expect((await fs.lstat(`${folder}/other`))?.nlink).toBe(1);
      expect((await fs.lstat(`${folder}/file`))?.nlink).toBe(1);
    },
  },
  {
    name: "a write onto a link replaces the link and leaves its target",
    async run(fs, folder) {
      await fs.writeFile(`${folder}/target`, utf8("target"));
      await fs.symlink("target", `${folder}/link`);
      expect(await fs.writeFile(`${folder}/link`, utf8("file now"))).toBe("written");
      expect((await fs.lstat(`${folder}/link`))?.kind).toBe("file");
      expect(text(await fs.readFile(`${folder}/target`))).toBe("target");
    },
  },
  {
    name: "a write over a folder is EISDIR, below a file ENOTDIR, in a missing folder ENOENT; nothing is left behind",
    async run(fs, folder) {
      await fs.mkdir(`${folder}/sub`);
      await fs.writeFile(`${folder}/file`, utf8("x"));
      const refusals = [
        [`${folder}/sub`, "EISDIR"],
        [`${folder}/file/below`, "ENOTDIR"],
        [`${folder}/missing/below`, "ENOENT"],
      ] as const;
      for (const [path, code] of refusals) {
        const error = await failureOf(() => fs.writeFile(path, utf8("y")));
        expect(error).toBeInstanceOf(FileSystemError);
        expect(error).toMatchObject({ code, operation: "writeFile", path });
      }
      expect(await fs.readdir(folder)).toEqual([
        { name: "file", kind: "file" },
        { name: "sub", kind: "directory" },
      ]);
      expect(await fs.readdir(`${folder}/sub`)).toEqual([]);
    },
  },
  {
    name: "beforeTemp is awaited once for each folder, before the first temporary file is in it",
    async run(fs, folder, tools) {
      await fs.mkdir(`${folder}/a`);
      await fs.mkdir(`${folder}/b`);
      const calls: { folder: string; names: string[] }[] = [];
      const told = tools.open({
        beforeTemp: async (where) => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          calls.push({ folder: where, names: (await fs.readdir(where)).map((entry) => entry.name) });
        },
      });
      await Promise.all([told.writeFile(`${folder}/a/1`, utf8("1")), told.writeFile(`${folder}/a/2`, utf8("2"))]);
      await told.writeFile(`${folder}/b/3`, utf8("3"), { tempFolder: `${folder}/a` });
      await told.writeFile(`${folder}/b/4`, utf8("4"));
      expect(calls).toEqual([
        { folder: `${folder}/a`, names: [] },
        { folder: `${folder}/b`, names: ["3"] },
      ]);
    },
  },
  {
    name: "a beforeTemp that fails stops the write and is asked again at the next one",
    async run(fs, folder, tools) {
      let failing = true;
      const told = tools.open({
        beforeTemp: async () => {
          if (failing) throw new FileSystemError("ENOSPC", "writeFile", "/notes");
        },
      });
      expect(await failureOf(() => told.writeFile(`${folder}/file`, utf8("x")))).toMatchObject({ code: "ENOSPC" });
      expect(await fs.readdir(folder)).toEqual([]);
      failing = false;
      expect(await told.writeFile(`${folder}/file`, utf8("x"))).toBe("written");
    },
  },
  {
    name: "a path that no file can have (NUL, lone surrogate) is EINVAL and creates nothing",
    async run(fs, folder) {
      for (const name of ["cut\0here", "half\ud83e"]) {
        expect(await failureOf(() => fs.writeFile(`${folder}/${name}`, utf8("x")))).toMatchObject({ code: "EINVAL" });
        expect(await failureOf(() => fs.readFile(`${folder}/${name}`))).toMatchObject({ code: "EINVAL" });
        expect(await failureOf(() => fs.rename(`${folder}`, `${folder}/${name}`))).toMatchObject({ code: "EINVAL" });
      }
      expect(await fs.readdir(folder)).toEqual([]);
    },
  },
  {
    name: "mtimeNs moves with a write, and is finer than a millisecond where the host has it",
    async run(fs, folder, { nanoseconds }) {
      const times: bigint[] = [];
      for (let turn = 0; turn < 5; turn++) {
        await fs.writeFile(`${folder}/file`, utf8(`${turn}`));
        times.push((await fs.lstat(`${folder}/file`))?.mtimeNs ?? 0n);
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
      expect([...times].sort((a, b) => (a < b ? -1 : 1))).toEqual(times);
      expect(new Set(times).size).toBe(times.length);
      const nowNs = BigInt(Date.now()) * 1_000_000n;
      expect(nowNs - (times[0] ?? 0n)).toBeLessThan(60_000_000_000n);
      expect(times.some((time) => time % 1_000_000n !== 0n)).toBe(nanoseconds);
    },
  },
];
