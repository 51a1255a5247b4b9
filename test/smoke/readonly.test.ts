import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createNodeFileSystem } from "../../adapters/fs/node.ts";
import { nodeHash } from "../../adapters/hash/node.ts";
import { FileSystemError } from "../../runtime/errors.ts";
import { text, utf8 } from "../conformance/bytes.ts";
import { failureOf } from "../conformance/failure-of.ts";
import { mountReadOnly, unmount } from "./read-only-mount.ts";

const fs = createNodeFileSystem({ hash: nodeHash, tempPrefix: ".mortise-readonly-" });
let base = "";
let mounted = false;

beforeEach(() => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/mortise-readonly-`));
});

afterEach(() => {
  if (mounted) unmount(`${base}/mount`);
  mounted = false;
  rmSync(base, { recursive: true });
});

test("on a read-only mount every change is refused with EROFS and the tree stays as it is", async () => {
  await fs.mkdir(`${base}/tree/folder`, { recursive: true });
  await fs.mkdir(`${base}/mount`);
  await fs.writeFile(`${base}/tree/file`, utf8("old"));
  const whyNot = mountReadOnly(`${base}/tree`, `${base}/mount`);
  mounted = whyNot === null;
  if (whyNot !== null) {
    // Without the right to mount, the kernel's own files are what even root cannot replace.
    console.warn(`no read-only mount here, /proc stands for it: ${whyNot}`);
    const error = await failureOf(() => fs.writeFile("/proc/version", utf8("x")));
    expect(error).toBeInstanceOf(FileSystemError);
    expect((await fs.readRange("/proc/version", 0, 5)).length).toBe(5);
    return;
  }
  const before = await fs.stat(`${base}/tree/file`);
  const file = `${base}/mount/file`;
  const changes: readonly (() => Promise<unknown>)[] = [
    () => fs.writeFile(file, utf8("new")),
    () => fs.writeFile(file, utf8("new"), { durable: true, expectSha256: nodeHash.sha256(utf8("old")) }),
    () => fs.writeFile(`${base}/mount/new`, utf8("new"), { exclusive: true }),
    () => fs.mkdir(`${base}/mount/new`),
    () => fs.mkdir(`${base}/mount/new/folder`, { recursive: true }),
    () => fs.symlink("file", `${base}/mount/new`),
    () => fs.rename(file, `${base}/mount/new`),
    () => fs.rm(file),
    () => fs.rm(`${base}/mount/folder`, { recursive: true }),
    () => fs.rmdir(`${base}/mount/folder`),
    () => fs.chmod(file, 0o600),
  ];
  for (const change of changes) {
    const error = await failureOf(change);
    expect(error, String(change)).toBeInstanceOf(FileSystemError);
    expect(error, String(change)).toMatchObject({ code: "EROFS" });
  }
  expect(text(await fs.readFile(file))).toBe("old");
  expect(await fs.stat(`${base}/tree/file`)).toEqual(before);
  expect(await fs.readdir(`${base}/tree`)).toEqual([
    { name: "file", kind: "file" },
    { name: "folder", kind: "directory" },
  ]);
});
