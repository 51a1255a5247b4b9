import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createNodeFileSystem } from "../../adapters/fs/node.ts";
import { nodeHash } from "../../adapters/hash/node.ts";
import { resolveInRoot } from "../../runtime/paths.ts";
import { utf8 } from "../conformance/bytes.ts";
import { failureOf } from "../conformance/failure-of.ts";

const fs = createNodeFileSystem({ hash: nodeHash, tempPrefix: ".mortise-special-" });
let base = "";

beforeEach(() => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/mortise-special-`));
});

afterEach(() => rmSync(base, { recursive: true }));

test("a FIFO and a socket are other, and no write opens or replaces them", async () => {
  execFileSync("mkfifo", [`${base}/fifo`]);
  const server = createServer().listen(`${base}/socket`);
  await new Promise((resolve) => server.once("listening", resolve));
  for (const name of ["fifo", "socket"]) {
    const path = `${base}/${name}`;
    expect((await fs.lstat(path))?.kind).toBe("other");
    expect(await resolveInRoot(base, name, fs)).toEqual({
      kind: "resolved",
      absolute: path,
      relative: name,
      target: "other",
    });
    expect(await resolveInRoot(base, `${name}/below`, fs)).toMatchObject({ kind: "refused", errorCode: "not_a_file" });
    expect(await failureOf(() => fs.writeFile(path, utf8("x")))).toMatchObject({ code: "EINVAL", path });
    expect(
      await fs.writeFile(path, utf8("x"), { expectSha256: nodeHash.sha256(utf8("")) }).catch(() => "refused"),
    ).toBe("refused");
    expect((await fs.lstat(path))?.kind).toBe("other");
  }
  expect(await fs.readdir(base)).toEqual([
    { name: "fifo", kind: "other" },
    { name: "socket", kind: "other" },
  ]);
  await new Promise((resolve) => server.close(resolve));
});

test("a file swapped for a FIFO after the look answers changed and does not hang", async () => {
  await fs.writeFile(`${base}/file`, utf8("seen"));
  const late = createNodeFileSystem({
    hash: nodeHash,
    tempPrefix: ".mortise-special-",
    beforeTemp: async () => {
      await fs.rm(`${base}/file`);
      execFileSync("mkfifo", [`${base}/file`]);
    },
  });
  const expectSha256 = nodeHash.sha256(utf8("seen"));
  expect(await late.writeFile(`${base}/file`, utf8("mine"), { expectSha256 })).toBe("changed");
  expect(await fs.readdir(base)).toEqual([{ name: "file", kind: "other" }]);
});

test("a range near the end of a sparse file of 5 GiB reads that range and no more", async () => {
  const size = 5 * 2 ** 30;
  writeFileSync(`${base}/sparse`, "start");
  truncateSync(`${base}/sparse`, size);
  expect((await fs.stat(`${base}/sparse`))?.size).toBe(size);
  const before = process.memoryUsage().rss;
  expect(await fs.readRange(`${base}/sparse`, size - 4, 100)).toEqual(new Uint8Array(4));
  expect(await fs.readRange(`${base}/sparse`, 0, 6)).toEqual(utf8("start\0"));
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20);
});
