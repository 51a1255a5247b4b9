import { expect } from "vitest";
import { text, utf8 } from "./bytes.ts";
import { failureOf } from "./failure-of.ts";
import type { FileSystemCase } from "./filesystem.ts";

export const entryCases: readonly FileSystemCase[] = [
  {
    name: "a link takes the place of a file or a link in one step when it may, and of nothing otherwise",
    async run(fs, folder) {
      await fs.writeFile(`${folder}/file`, utf8("kept"));
      for (const path of [`${folder}/made`, `${folder}/made`]) await fs.symlink("file", path, { replace: true });
      await fs.symlink("elsewhere", `${folder}/made`, { replace: true });
      expect(await fs.readlink(`${folder}/made`)).toBe("elsewhere");
      expect(await failureOf(() => fs.symlink("x", `${folder}/made`))).toMatchObject({ code: "EEXIST" });
      await fs.symlink("made", `${folder}/file`, { replace: true });
      expect((await fs.readdir(folder)).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
        "file symlink",
        "made symlink",
      ]);
    },
  },
  {
    name: "readdir sorts by UTF-16 code units and tells each entry's own kind",
    async run(fs, folder) {
      for (const name of ["b", "a10", "a2", "B", "\u{1f9e9}", "\uffee"])
        await fs.writeFile(`${folder}/${name}`, utf8(""));
      await fs.mkdir(`${folder}/dir`);
      await fs.symlink("dir", `${folder}/link`);
      expect(await fs.readdir(folder)).toEqual([
        { name: "B", kind: "file" },
        { name: "a10", kind: "file" },
        { name: "a2", kind: "file" },
        { name: "b", kind: "file" },
        { name: "dir", kind: "directory" },
        { name: "link", kind: "symlink" },
        { name: "\u{1f9e9}", kind: "file" },
        { name: "\uffee", kind: "file" },
      ]);
      expect(await fs.readdir(`${folder}/link`)).toEqual([]);
    },
  },
  {
    name: "mkdir makes one folder, or all that are missing, and leaves standing ones as they are",
    async run(fs, folder) {
      await fs.mkdir(`${folder}/one`);
      await fs.mkdir(`${folder}/one/two/three`, { recursive: true });
      await fs.writeFile(`${folder}/one/two/file`, utf8("x"));
      await fs.mkdir(`${folder}/one/two`, { recursive: true });
      expect((await fs.readdir(`${folder}/one/two`)).map((entry) => entry.name)).toEqual(["file", "three"]);
      await fs.mkdir(`${folder}/private`, { mode: 0o700 });
      expect((await fs.stat(`${folder}/private`))?.mode).toBe(0o700);
    },
  },
  {
    name: "links are kept as written, and a folder behind a link takes files, folders and links",
    async run(fs, folder) {
      await fs.mkdir(`${folder}/real`);
      for (const target of ["real", "../up", "/abs/olute", "with space\n"]) {
        await fs.symlink(target, `${folder}/to ${target.length}`);
        expect(await fs.readlink(`${folder}/to ${target.length}`)).toBe(target);
      }
      const link = `${folder}/to 4`;
      await fs.writeFile(`${link}/file`, utf8("1"));
      await fs.writeFile(`${link}/file`, utf8("2"));
      await fs.mkdir(`${link}/dir`);
      await fs.symlink("file", `${link}/link`);
      await fs.rename(`${link}/file`, `${link}/moved`);
      expect(await fs.readdir(`${folder}/real`)).toEqual([
        { name: "dir", kind: "directory" },
        { name: "link", kind: "symlink" },
        { name: "moved", kind: "file" },
      ]);
      expect(text(await fs.readFile(`${folder}/real/moved`))).toBe("2");
    },
  },
  {
    name: "realpath names the file behind all links",
    async run(fs, folder) {
      await fs.mkdir(`${folder}/real`);
      await fs.writeFile(`${folder}/real/file`, utf8("x"));
      await fs.symlink("real", `${folder}/link`);
      await fs.symlink("link/file", `${folder}/again`);
      expect(await fs.realpath(`${folder}/again`)).toBe(`${folder}/real/file`);
      expect(await fs.realpath(`${folder}/link/../link/file`)).toBe(`${folder}/real/file`);
      await fs.symlink("nowhere", `${folder}/dangling`);
      expect(await failureOf(() => fs.realpath(`${folder}/dangling`))).toMatchObject({ code: "ENOENT" });
    },
  },
  {
    name: "rename replaces a file and an empty folder, moves a link as a link, and keeps what it cannot replace",
    async run(fs, folder) {
      await fs.writeFile(`${folder}/new`, utf8("new"));
      await fs.writeFile(`${folder}/old`, utf8("old"));
      await fs.rename(`${folder}/new`, `${folder}/old`, { durable: true });
      expect(text(await fs.readFile(`${folder}/old`))).toBe("new");
      await fs.symlink("old", `${folder}/link`);
      await fs.rename(`${folder}/link`, `${folder}/link2`);
      expect(await fs.readlink(`${folder}/link2`)).toBe("old");
      await fs.mkdir(`${folder}/a/inner`, { recursive: true });
      await fs.mkdir(`${folder}/b`);
      await fs.rename(`${folder}/a`, `${folder}/b`);
      expect(await fs.readdir(`${folder}/b`)).toEqual([{ name: "inner", kind: "directory" }]);
      await fs.mkdir(`${folder}/c`);
      expect(await failureOf(() => fs.rename(`${folder}/c`, `${folder}/b`))).toMatchObject({ code: "ENOTEMPTY" });
      expect(await failureOf(() => fs.rename(`${folder}/c`, `${folder}/old`))).toMatchObject({ code: "ENOTDIR" });
      expect((await fs.readdir(folder)).map((entry) => entry.name)).toEqual(["b", "c", "link2", "old"]);
    },
  },
  {
    name: "rename over a hard link takes one name away from the old file",
    async run(fs, folder, tools) {
      await fs.writeFile(`${folder}/file`, utf8("old"));
      await tools.link(`${folder}/file`, `${folder}/other`);
      await fs.writeFile(`${folder}/new`, utf8("new"));
      await fs.rename(`${folder}/new`, `${folder}/file`);
      expect((await fs.lstat(`${folder}/other`))?.nlink).toBe(1);
      expect(text(await fs.readFile(`${folder}/other`))).toBe("old");
    },
  },
  {
    name: "rm takes a file or a link, never what the link points to",
    async run(fs, folder) {
      await fs.mkdir(`${folder}/dir`);
      await fs.writeFile(`${folder}/dir/kept`, utf8("kept"));
      await fs.symlink("dir", `${folder}/link`);
      await fs.symlink("dir/kept", `${folder}/link2`);
      await fs.symlink("nowhere", `${folder}/dangling`);
      await fs.rm(`${folder}/link`, { recursive: true });
      await fs.rm(`${folder}/link2`, { durable: true });
      await fs.rm(`${folder}/dangling`, { force: true });
      expect(await fs.readdir(folder)).toEqual([{ name: "dir", kind: "directory" }]);
      expect(text(await fs.readFile(`${folder}/dir/kept`))).toBe("kept");
    },
  },
  {
    name: "rm takes a folder only with recursive, without following links in it; force accepts absence",
    async run(fs, folder, tools) {
      await fs.mkdir(`${folder}/tree/deep/er`, { recursive: true });
      await fs.mkdir(`${folder}/outside`);
      await fs.writeFile(`${folder}/outside/kept`, utf8("kept"));
      await fs.writeFile(`${folder}/tree/deep/file`, utf8("x"));
      await fs.symlink("../../outside", `${folder}/tree/deep/link`);
      await tools.link(`${folder}/outside/kept`, `${folder}/tree/deep/hard`);
      await fs.rm(`${folder}/tree`, { recursive: true });
      expect(await fs.lstat(`${folder}/tree`)).toBeNull();
      expect(text(await fs.readFile(`${folder}/outside/kept`))).toBe("kept");
      expect((await fs.lstat(`${folder}/outside/kept`))?.nlink).toBe(1);
      await fs.rm(`${folder}/tree`, { force: true });
      await fs.rm(`${folder}/outside/kept/below`, { force: true, recursive: true });
    },
  },
  {
    name: "rmdir takes an empty folder and nothing else",
    async run(fs, folder) {
      await fs.mkdir(`${folder}/empty`);
      await fs.rmdir(`${folder}/empty`);
      expect(await fs.readdir(folder)).toEqual([]);
      await fs.mkdir(`${folder}/real`);
      await fs.symlink("real", `${folder}/link`);
      expect(await failureOf(() => fs.rmdir(`${folder}/link`))).toMatchObject({ code: "ENOTDIR" });
      expect((await fs.readdir(folder)).map((entry) => entry.name)).toEqual(["link", "real"]);
    },
  },
  {
    name: "chmod sets all of 07777 and touches neither bytes nor file time",
    async run(fs, folder) {
      await fs.writeFile(`${folder}/file`, utf8("x"));
      const before = await fs.lstat(`${folder}/file`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      for (const mode of [0o755, 0o600, 0o444, 0o2755, 0o4711, 0o1777, 0o000]) {
        await fs.chmod(`${folder}/file`, mode);
        expect(await fs.lstat(`${folder}/file`)).toEqual({ ...before, mode });
      }
    },
  },
];
