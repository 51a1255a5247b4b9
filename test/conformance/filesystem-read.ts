import { expect } from "vitest";
import { FileSystemError } from "../../runtime/errors.ts";
import { equalBytes, patternBytes, text, utf8 } from "./bytes.ts";
import { failureOf } from "./failure-of.ts";
import type { FileSystemCase } from "./filesystem.ts";

export const readCases: readonly FileSystemCase[] = [
  {
    name: "readFile hands out a plain Uint8Array of the caller's own",
    async run(fs, folder) {
      await fs.writeFile(`${folder}/file`, utf8("abc"));
      const first = await fs.readFile(`${folder}/file`);
      expect(Object.getPrototypeOf(first)).toBe(Uint8Array.prototype);
      first.fill(0);
      expect(text(await fs.readFile(`${folder}/file`))).toBe("abc");
    },
  },
  {
    name: "readRange gives exactly the bytes asked for, fewer at the end and none beyond it",
    async run(fs, folder) {
      const bytes = patternBytes(1 << 20);
      await fs.writeFile(`${folder}/file`, bytes);
      const ranges = [
        [0, 0],
        [0, 1],
        [500_000, 65_537],
        [(1 << 20) - 3, 3],
        [(1 << 20) - 3, 100],
        [1 << 20, 10],
        [5_000_000, 10],
        [0, 5_000_000],
        [70_000, 0],
      ] as const;
      for (const [offset, length] of ranges) {
        const range = await fs.readRange(`${folder}/file`, offset, length);
        expect(equalBytes(range, bytes.slice(offset, offset + length)), `${offset} + ${length}`).toBe(true);
        expect(Object.getPrototypeOf(range)).toBe(Uint8Array.prototype);
      }
      await fs.writeFile(`${folder}/empty`, new Uint8Array(0));
      expect(await fs.readRange(`${folder}/empty`, 0, 10)).toEqual(new Uint8Array(0));
    },
  },
  {
    name: "stat and lstat tell kind, size, mode, link count; both are null where nothing is or can be",
    async run(fs, folder) {
      await fs.writeFile(`${folder}/file`, utf8("12345"), { mode: 0o640 });
      await fs.mkdir(`${folder}/sub`);
      await fs.symlink("file", `${folder}/link`);
      const file = await fs.stat(`${folder}/file`);
      expect(file).toEqual({
        kind: "file",
        size: 5,
        mode: 0o640,
        nlink: 1,
        mtimeNs: expect.any(BigInt),
        dev: expect.any(Number),
        ino: expect.any(Number),
      });
      expect(await fs.lstat(`${folder}/file`)).toEqual(file);
      expect((await fs.stat(`${folder}/sub`))?.kind).toBe("directory");
      expect((await fs.lstat(`${folder}/link`))?.kind).toBe("symlink");
      expect(await fs.stat(`${folder}/link`)).toEqual(file);
      for (const absent of [`${folder}/none`, `${folder}/none/below`, `${folder}/file/below`]) {
        expect(await fs.stat(absent)).toBeNull();
        expect(await fs.lstat(absent)).toBeNull();
      }
    },
  },
  {
    name: "a dangling link is null to stat, a link to lstat; a circular one is ELOOP to stat",
    async run(fs, folder) {
      await fs.symlink("nowhere", `${folder}/dangling`);
      expect(await fs.stat(`${folder}/dangling`)).toBeNull();
      expect((await fs.lstat(`${folder}/dangling`))?.kind).toBe("symlink");
      expect(await failureOf(() => fs.readFile(`${folder}/dangling`))).toMatchObject({ code: "ENOENT" });
      await fs.symlink("round", `${folder}/round`);
      expect((await fs.lstat(`${folder}/round`))?.kind).toBe("symlink");
      expect(await failureOf(() => fs.stat(`${folder}/round`))).toMatchObject({ code: "ELOOP", operation: "stat" });
    },
  },
  {
    name: "failures are FileSystemErrors that name errno code, operation and path",
    async run(fs, folder) {
      await fs.writeFile(`${folder}/file`, utf8("x"));
      await fs.mkdir(`${folder}/full/sub`, { recursive: true });
      const refusals: readonly [string, string, () => Promise<unknown>][] = [
        ["readFile", "ENOENT", () => fs.readFile(`${folder}/none`)],
        ["readFile", "ENOTDIR", () => fs.readFile(`${folder}/file/below`)],
        ["readFile", "EISDIR", () => fs.readFile(`${folder}/full`)],
        ["readRange", "ENOENT", () => fs.readRange(`${folder}/none`, 0, 1)],
        ["readRange", "EISDIR", () => fs.readRange(`${folder}/full`, 0, 1)],
        ["readdir", "ENOENT", () => fs.readdir(`${folder}/none`)],
        ["readdir", "ENOTDIR", () => fs.readdir(`${folder}/file`)],
        ["mkdir", "EEXIST", () => fs.mkdir(`${folder}/full`)],
        ["mkdir", "EEXIST", () => fs.mkdir(`${folder}/file`, { recursive: true })],
        ["mkdir", "ENOENT", () => fs.mkdir(`${folder}/none/below`)],
        ["mkdir", "ENOTDIR", () => fs.mkdir(`${folder}/file/below`)],
        ["mkdir", "ENOTDIR", () => fs.mkdir(`${folder}/file/below/more`, { recursive: true })],
        ["readlink", "EINVAL", () => fs.readlink(`${folder}/file`)],
        ["readlink", "ENOENT", () => fs.readlink(`${folder}/none`)],
        ["symlink", "EEXIST", () => fs.symlink("x", `${folder}/file`)],
        ["rename", "ENOENT", () => fs.rename(`${folder}/none`, `${folder}/new`)],
        ["rename", "EISDIR", () => fs.rename(`${folder}/file`, `${folder}/full`)],
        ["rm", "ENOENT", () => fs.rm(`${folder}/none`)],
        ["rm", "EISDIR", () => fs.rm(`${folder}/full`)],
        ["rmdir", "ENOTEMPTY", () => fs.rmdir(`${folder}/full`)],
        ["rmdir", "ENOTDIR", () => fs.rmdir(`${folder}/file`)],
        ["rmdir", "ENOENT", () => fs.rmdir(`${folder}/none`)],
        ["chmod", "ENOENT", () => fs.chmod(`${folder}/none`, 0o600)],
        ["realpath", "ENOENT", () => fs.realpath(`${folder}/none`)],
      ];
      for (const [operation, code, task] of refusals) {
        const error = await failureOf(task);
        expect(error, `${operation} ${code}`).toBeInstanceOf(FileSystemError);
        expect(error).toMatchObject({ operation, code });
      }
      expect(await fs.readdir(folder)).toEqual([
        { name: "file", kind: "file" },
        { name: "full", kind: "directory" },
      ]);
    },
  },
];
