import { describe, expect, test } from "vitest";
import { createFileSystem } from "../../adapters/fs/file-system.ts";
import { FileSystemError } from "../../runtime/errors.ts";
import type { FileSystem, WriteOptions } from "../../runtime/ports/mod.ts";
import { adaptersHere, type Tree, tempsBelow, withTree } from "../adapters/trees.ts";
import { equalBytes, patternBytes, text, utf8 } from "../conformance/bytes.ts";
import { failureOf } from "../conformance/failure-of.ts";
import { type FaultPlan, Faults, KilledError } from "./faults.ts";

const OLD = "the old bytes";
const NEW = patternBytes(20_000);
const PREFIX = ".mortise-faults-";

/** The writes swept; each is met by a fault at every one of its calls. */
const WRITES: readonly { name: string; standing: boolean; options: (tree: Tree) => WriteOptions }[] = [
  { name: "a plain replace", standing: true, options: () => ({}) },
  {
    name: "a durable replace that compares first",
    standing: true,
    options: ({ tools }) => ({ durable: true, expectSha256: tools.hash.sha256(utf8(OLD)) }),
  },
  {
    name: "a replace that compares and finds other bytes",
    standing: true,
    options: ({ tools }) => ({ durable: true, expectSha256: tools.hash.sha256(utf8("others")) }),
  },
  { name: "a durable new file", standing: false, options: () => ({ durable: true, mode: 0o600 }) },
  { name: "a durable exclusive new file", standing: false, options: () => ({ durable: true, exclusive: true }) },
];

for (const adapter of adaptersHere) {
  describe(`writeFile on ${adapter}`, () => {
    for (const write of WRITES) {
      for (const kind of ["fail", "kill"] as const) {
        test(`${write.name}: whatever call ${kind === "fail" ? "fails" : "is the last"}, the file is old or new`, () =>
          withTree(adapter, (tree) => sweep(tree, write, kind)));
      }
    }

    test("a durable replace syncs the file before the rename and the folder after it", () =>
      withTree(adapter, async (tree) => {
        const { fs, faults, path } = await prepared(tree, true, {});
        const expectSha256 = tree.tools.hash.sha256(utf8(OLD));
        expect(await fs.writeFile(path, NEW, { durable: true, expectSha256 })).toBe("written");
        const temp = faults.calls.find((call) => call.startsWith("createFile "))?.slice("createFile ".length) ?? "";
        expect(temp.slice(0, -12)).toBe(`${tree.folder}/${PREFIX}`);
        expect(temp.slice(-12)).toMatch(/^[0-9a-f]{8}\.tmp$/);
        expect(faults.calls).toEqual([
          `lstat ${path}`,
          `createFile ${temp}`,
          `temp.write ${temp}`,
          `temp.owner ${temp}`,
          `temp.chmod ${temp}`,
          `temp.sync ${temp}`,
          `temp.close ${temp}`,
          `lstat ${path}`,
          `readFile ${path}`,
          `rename ${temp}`,
          `syncFolder ${tree.folder}`,
        ]);
      }));

    test("a durable rename syncs the folder it leads to, a durable rm the folder it empties", () =>
      withTree(adapter, async (tree) => {
        const { fs, faults, path } = await prepared(tree, true, {});
        await fs.mkdir(`${tree.folder}/sub`);
        await fs.rename(path, `${tree.folder}/sub/moved`, { durable: true });
        expect(faults.calls.slice(-2)).toEqual([`rename ${path}`, `syncFolder ${tree.folder}/sub`]);
        await fs.rm(`${tree.folder}/sub`, { recursive: true, durable: true });
        expect(faults.calls.slice(-2)).toEqual([`removeTree ${tree.folder}/sub`, `syncFolder ${tree.folder}`]);
        const before = faults.calls.length;
        await fs.rm(`${tree.folder}/sub`, { force: true, durable: true });
        expect(faults.calls.slice(before)).toEqual([`lstat ${tree.folder}/sub`]);
      }));

    test("tempFolder takes the temporary file, and the file's own folder is the one synced", () =>
      withTree(adapter, async (tree) => {
        const { fs, faults, path } = await prepared(tree, false, {});
        await tree.tools.open({}).mkdir(`${tree.folder}/temps`);
        await fs.writeFile(path, NEW, { durable: true, tempFolder: `${tree.folder}/temps` });
        expect(faults.calls.filter((call) => call.includes(`${tree.folder}/temps/${PREFIX}`))).toHaveLength(5);
        expect(faults.calls.at(-1)).toBe(`syncFolder ${tree.folder}`);
      }));

    test("a disk that is full is ENOSPC, and the old file stands", () =>
      withTree(adapter, async (tree) => {
        const { fs, path } = await prepared(tree, true, { at: 1, code: "ENOSPC", only: ["temp.write"] });
        const error = await failureOf(() => fs.writeFile(path, NEW));
        expect(error).toBeInstanceOf(FileSystemError);
        expect(error).toMatchObject({ code: "ENOSPC", operation: "temp.write" });
        await expectOnly(tree, { "file.txt": OLD });
      }));

    test("a name that a temporary file has already is left alone and another one is taken", () =>
      withTree(adapter, async (tree) => {
        const { fs, faults, path } = await prepared(tree, true, { at: 1, code: "EEXIST", only: ["createFile"] });
        expect(await fs.writeFile(path, utf8("new"))).toBe("written");
        expect(new Set(faults.calls.filter((call) => call.startsWith("createFile "))).size).toBe(2);
        await expectOnly(tree, { "file.txt": "new" });
      }));

    for (const code of ["EPERM", "EOPNOTSUPP", "EMLINK"]) {
      test(`an exclusive write creates whole files where hard links answer ${code}`, () =>
        withTree(adapter, async (tree) => {
          const plan = { at: 1, code, only: ["link"] };
          const { fs, plain, path } = await prepared(tree, false, plan);
          expect(await fs.writeFile(path, utf8("one"), { exclusive: true, mode: 0o640 })).toBe("written");
          expect(await plain.lstat(path)).toMatchObject({ nlink: 1, mode: 0o640, size: 3 });
          await plain.rm(path);
          // Someone else is first, after the look at what stands there.
          const beforeTemp = async () => void (await plain.writeFile(path, utf8("one")));
          const late = over(tree, new Faults(plan), { beforeTemp });
          expect(await late.writeFile(path, utf8("two"), { exclusive: true })).toBe("changed");
          await expectOnly(tree, { "file.txt": "one" });
        }));
    }

    test("without hard links an exclusive write that cannot rename takes its reserved name back", () =>
      withTree(adapter, async (tree) => {
        const noLinks = new Faults({ at: 1, code: "EPERM", only: ["link"] });
        const noRename = new Faults({ at: 1, code: "EIO", only: ["rename"] });
        const primitives = noRename.primitives(noLinks.primitives(tree.primitives));
        const fs = createFileSystem(primitives, { hash: tree.tools.hash, tempPrefix: PREFIX });
        const write = () => fs.writeFile(`${tree.folder}/file.txt`, NEW, { exclusive: true });
        expect(await failureOf(write)).toMatchObject({ code: "EIO", operation: "rename" });
        await expectOnly(tree, {});
      }));

    test("the owner is kept; where it cannot be, set-id bits are dropped with it", () =>
      withTree(adapter, async (tree) => {
        const plain = tree.tools.open({});
        if (!tree.givesAway) {
          // Not root: the system refuses before there is anything to keep.
          await plain.writeFile(`${tree.folder}/file`, utf8(OLD));
          expect(await failureOf(() => tree.chown(`${tree.folder}/file`, 12_345, 54_321))).toMatchObject({
            code: "EPERM",
          });
          return;
        }
        for (const [name, plan] of [
          ["kept", {}],
          ["refused", { at: 1, code: "EPERM", only: ["temp.chown"] }],
        ] as const) {
          const path = `${tree.folder}/${name}`;
          await plain.writeFile(path, utf8(OLD));
          await tree.chown(path, 12_345, 54_321);
          await plain.chmod(path, 0o6755);
          await over(tree, new Faults(plan)).writeFile(path, utf8("new"));
        }
        expect(await tree.ownerOf(`${tree.folder}/kept`)).toEqual({ uid: 12_345, gid: 54_321 });
        expect((await plain.lstat(`${tree.folder}/kept`))?.mode).toBe(0o6755);
        expect((await tree.ownerOf(`${tree.folder}/refused`)).uid).not.toBe(12_345);
        expect((await plain.lstat(`${tree.folder}/refused`))?.mode).toBe(0o755);
      }));
  });
}

async function sweep(tree: Tree, write: (typeof WRITES)[number], kind: "fail" | "kill"): Promise<void> {
  const options = write.options(tree);
  const dry = await prepared(tree, write.standing, {});
  const outcome = await dry.fs.writeFile(dry.path, NEW, options);
  const before = write.standing ? "old" : "absent";
  const allowed = outcome === "written" ? [before, "new"] : [before];
  expect(dry.faults.counted).toBeGreaterThanOrEqual(6);

  for (let at = 1; at <= dry.faults.counted; at++) {
    const { fs, plain, faults, path } = await prepared(tree, write.standing, { at, kind });
    const error = await failureOf(() => fs.writeFile(path, NEW, options));
    const where = `${kind} at call ${at} of ${dry.faults.counted}, ${faults.calls.at(-1)}`;
    expect(allowed, where).toContain(await stateOf(plain, path));
    if (kind === "kill") {
      expect(error, where).toBeInstanceOf(KilledError);
      continue;
    }
    expect(error, where).toBeInstanceOf(FileSystemError);
    expect(error, where).toMatchObject({ code: "EIO" });
    expect(await tempsBelow(plain, tree.folder, PREFIX), where).toEqual([]);
    // A failure leaves nothing behind that would stop the next try.
    await plain.rm(path, { force: true });
    if (write.standing) await plain.writeFile(path, utf8(OLD));
    expect(await fs.writeFile(path, NEW, options), where).toBe(outcome);
  }
}

async function stateOf(fs: FileSystem, path: string): Promise<string> {
  if ((await fs.lstat(path)) === null) return "absent";
  const bytes = await fs.readFile(path);
  if (equalBytes(bytes, utf8(OLD))) return "old";
  return equalBytes(bytes, NEW) ? "new" : `${bytes.length} other bytes`;
}

async function prepared(tree: Tree, standing: boolean, plan: FaultPlan) {
  const plain = tree.tools.open({});
  for (const { name } of await plain.readdir(tree.folder))
    await plain.rm(`${tree.folder}/${name}`, { recursive: true });
  const path = `${tree.folder}/file.txt`;
  if (standing) await plain.writeFile(path, utf8(OLD));
  const faults = new Faults(plan);
  return { plain, faults, path, fs: over(tree, faults) };
}

function over(tree: Tree, faults: Faults, more: { beforeTemp?: () => Promise<void> } = {}): FileSystem {
  const primitives = faults.primitives(tree.primitives);
  return createFileSystem(primitives, { hash: tree.tools.hash, tempPrefix: PREFIX, ...more });
}

async function expectOnly(tree: Tree, files: Readonly<Record<string, string>>): Promise<void> {
  const plain = tree.tools.open({});
  const found: Record<string, string> = {};
  for (const { name } of await plain.readdir(tree.folder)) {
    found[name] = text(await plain.readFile(`${tree.folder}/${name}`));
  }
  expect(found).toEqual(files);
}
