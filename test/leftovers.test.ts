import { describe, expect, test } from "vitest";
import { createFileSystem } from "../adapters/fs/file-system.ts";
import { createLeftovers, type Leftovers, tempPrefixOf } from "../runtime/leftovers.ts";
import type { FileSystem, WriteOptions } from "../runtime/ports/mod.ts";
import { adaptersHere, type Tree, withTree } from "./adapters/trees.ts";
import { text, utf8 } from "./conformance/bytes.ts";
import { failureOf } from "./conformance/failure-of.ts";
import { Faults, KilledError } from "./faults/faults.ts";

const LIVING = 4_000;
const DEAD = 3_000;

interface Run {
  readonly fs: FileSystem;
  readonly leftovers: Leftovers;
}

/** One process over the tree: its plain filesystem keeps the notes, its other one writes. */
function start(tree: Tree, instance: string, pid: number, faults = new Faults(), notes?: FileSystem): Run {
  const host = faults.primitives(tree.primitives);
  const options = { hash: tree.tools.hash, tempPrefix: tempPrefixOf(instance) };
  const plain = createFileSystem(host, options);
  const leftovers = createLeftovers({
    fs: notes ?? plain,
    folder: `${tree.folder}/store/instances`,
    instance,
    pid,
    isAlive: (asked) => asked === LIVING,
  });
  return { fs: createFileSystem(host, { ...options, beforeTemp: leftovers.beforeTemp }), leftovers };
}

async function lay(tree: Tree): Promise<FileSystem> {
  const plain = tree.tools.open({});
  await plain.mkdir(`${tree.folder}/store/instances`, { recursive: true });
  await plain.mkdir(`${tree.folder}/store/tmp`, { recursive: true });
  await plain.mkdir(`${tree.folder}/work/sub`, { recursive: true });
  return plain;
}

async function filesBelow(fs: FileSystem, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, kind } of await fs.readdir(folder)) {
    const path = `${folder}/${name}`;
    found.push(...(kind === "directory" ? await filesBelow(fs, path) : [path]));
  }
  return found;
}

for (const adapter of adaptersHere) {
  describe(`leftovers on ${adapter}`, () => {
    for (const options of [{}, { durable: true }, { durable: true, exclusive: true }, { tempFolder: "store/tmp" }]) {
      test(`a kill at any call of a write (${JSON.stringify(options)}) leaves old or new, and the next start no temporary file`, () =>
        withTree(adapter, (tree) => killAtEveryCall(tree, options)));
    }

    test("runs that live, and our own, keep their temporary files", () =>
      withTree(adapter, async (tree) => {
        const plain = await lay(tree);
        const temps = [];
        for (const [instance, pid] of [
          ["aa1", LIVING],
          ["bb2", LIVING],
          ["cc3", DEAD],
        ] as const) {
          const { leftovers } = start(tree, instance, pid);
          for (const folder of [`${tree.folder}/work`, `${tree.folder}/store/tmp`]) {
            await leftovers.beforeTemp(folder);
            const temp = `${folder}/${tempPrefixOf(instance)}0123abcd.tmp`;
            await plain.writeFile(temp, utf8(instance));
            temps.push(temp);
          }
        }
        const ours = start(tree, "dd4", 77);
        await ours.leftovers.beforeTemp(`${tree.folder}/work`);
        await plain.writeFile(`${tree.folder}/work/${tempPrefixOf("dd4")}00000000.tmp`, utf8(""));
        const report = await ours.leftovers.sweep();
        expect([...report.removed].sort()).toEqual(temps.filter((temp) => temp.includes("-cc3-")).sort());
        expect(report.problems).toEqual([]);
        const kept = await filesBelow(plain, tree.folder);
        expect(kept.filter((path) => path.endsWith(".tmp"))).toEqual(
          [...temps.slice(0, 4), `${tree.folder}/work/${tempPrefixOf("dd4")}00000000.tmp`].sort(),
        );
        expect((await plain.readdir(`${tree.folder}/store/instances`)).map((entry) => entry.name)).toEqual([
          `${LIVING}.aa1`,
          `${LIVING}.bb2`,
          "77.dd4",
        ]);
      }));

    test("a run that starts in the middle of a sweep keeps its temporary file in the store", () =>
      withTree(adapter, async (tree) => {
        const plain = await lay(tree);
        const temp = `${tree.folder}/store/tmp/.mortise-young-0123abcd.tmp`;
        let started = false;
        const sweeping: FileSystem = {
          ...plain,
          readdir: async (path) => {
            const entries = await plain.readdir(path);
            if (!started) {
              started = true;
              await start(tree, "young", LIVING).leftovers.beforeTemp(`${tree.folder}/store/tmp`);
              await plain.writeFile(temp, utf8("in use"));
            }
            return entries;
          },
        };
        const { leftovers } = start(tree, "next", 77, new Faults(), sweeping);
        expect(await leftovers.sweep()).toEqual({ removed: [], problems: [] });
        expect(text(await plain.readFile(temp))).toBe("in use");
      }));

    test("our own process id under another instance is a run that is gone", () =>
      withTree(adapter, async (tree) => {
        const plain = await lay(tree);
        await start(tree, "old", LIVING).leftovers.beforeTemp(`${tree.folder}/work`);
        await plain.writeFile(`${tree.folder}/work/.mortise-old-89abcdef.tmp`, utf8("half"));
        const report = await start(tree, "new", LIVING).leftovers.sweep();
        expect(report).toEqual({ removed: [`${tree.folder}/work/.mortise-old-89abcdef.tmp`], problems: [] });
      }));

    test("only files and links named exactly as that run named its own are removed, and never what a link leads to", () =>
      withTree(adapter, async (tree) => {
        const plain = await lay(tree);
        const work = `${tree.folder}/work`;
        await start(tree, "gone", DEAD).leftovers.beforeTemp(work);
        const names = [
          ".mortise-gone-0123abc.tmp",
          ".mortise-gone-0123abcde.tmp",
          ".mortise-gone-0123ABCD.tmp",
          ".mortise-gone-0123abcd.tmp.bak",
          ".mortise-gone-0123abcd.tmp\n",
          "x.mortise-gone-0123abcd.tmp",
          ".mortise-gone2-0123abcd.tmp",
          "mortise-gone-0123abcd.tmp",
          "xmortise-gone-0123abcd.tmp",
        ];
        for (const name of names) await plain.writeFile(`${work}/${name}`, utf8("mine"));
        await plain.writeFile(`${tree.folder}/precious`, utf8("precious"));
        await plain.mkdir(`${work}/.mortise-gone-22222222.tmp`);
        await plain.writeFile(`${work}/sub/.mortise-gone-33333333.tmp`, utf8("a folder nobody noted"));
        const before = await filesBelow(plain, work);
        const links = ["../precious", "nowhere"].map(
          (to, at) => [to, `${work}/.mortise-gone-1111111${at}.tmp`] as const,
        );
        for (const [to, link] of links) await plain.symlink(to, link);
        const removed = links.map(([, link]) => link);
        expect(await start(tree, "next", 77).leftovers.sweep()).toEqual({ removed, problems: [] });
        expect(await filesBelow(plain, work)).toEqual(before);
        expect(text(await plain.readFile(`${tree.folder}/precious`))).toBe("precious");
      }));

    test("a noted folder that is a link now, is gone, or is a file is not looked into, and its note is dropped", () =>
      withTree(adapter, async (tree) => {
        const plain = await lay(tree);
        const { leftovers } = start(tree, "gone", DEAD);
        for (const name of ["moved", "removed", "file"]) {
          await plain.mkdir(`${tree.folder}/work/${name}`);
          await leftovers.beforeTemp(`${tree.folder}/work/${name}`);
          await plain.rmdir(`${tree.folder}/work/${name}`);
        }
        await plain.mkdir(`${tree.folder}/elsewhere`);
        await plain.writeFile(`${tree.folder}/elsewhere/.mortise-gone-0123abcd.tmp`, utf8("not from that run"));
        await plain.symlink("../elsewhere", `${tree.folder}/work/moved`);
        await plain.writeFile(`${tree.folder}/work/file`, utf8(""));
        expect(await start(tree, "next", 77).leftovers.sweep()).toEqual({ removed: [], problems: [] });
        expect(await plain.readdir(`${tree.folder}/elsewhere`)).toHaveLength(1);
        expect(await plain.readdir(`${tree.folder}/store/instances`)).toEqual([]);
      }));

    test("damaged notes are reported and dropped, strangers in the store are left, the sound notes still act", () =>
      withTree(adapter, async (tree) => {
        const plain = await lay(tree);
        const instances = `${tree.folder}/store/instances`;
        const run = `${instances}/${DEAD}.gone`;
        await start(tree, "gone", DEAD).leftovers.beforeTemp(`${tree.folder}/work`);
        await plain.writeFile(`${tree.folder}/work/.mortise-gone-0123abcd.tmp`, utf8("half"));
        const damaged: readonly (readonly [string, Uint8Array])[] = [
          ["2", utf8("")],
          ["3", utf8('"/work/cut')],
          ["4", utf8('"relative"')],
          ["5", utf8('{"folder":"/work"}')],
          ["6", new Uint8Array([0x22, 0xff, 0x22])],
          ["7", utf8('"/nul\\u0000"')],
          ["8", utf8('"/half\\ud800"')],
        ];
        for (const [name, bytes] of damaged) await plain.writeFile(`${run}/${name}`, bytes);
        await plain.writeFile(`${run}/readme`, utf8("a stranger"));
        await plain.writeFile(`${instances}/stranger`, utf8("x"));
        await plain.mkdir(`${instances}/0.zero`);
        await plain.mkdir(`${instances}/12.not-an-instance`);
        await plain.symlink(`${DEAD}.gone`, `${instances}/${DEAD}.linked`);
        const report = await start(tree, "next", 77).leftovers.sweep();
        expect(report.removed).toEqual([`${tree.folder}/work/.mortise-gone-0123abcd.tmp`]);
        expect(report.problems).toEqual(
          damaged.map(([name]) => `the note "${run}/${name}" is damaged; the folder it named was not looked into`),
        );
        expect((await plain.readdir(run)).map((entry) => entry.name)).toEqual(["readme"]);
        expect((await plain.readdir(instances)).map((entry) => entry.name)).toEqual([
          "0.zero",
          "12.not-an-instance",
          `${DEAD}.gone`,
          `${DEAD}.linked`,
          "stranger",
        ]);
        expect(await start(tree, "later", 77).leftovers.sweep()).toEqual({ removed: [], problems: [] });
      }));

    test("whatever call of a sweep fails, it goes on, says so, and the next sweep finishes", () =>
      withTree(adapter, async (tree) => {
        const grow = async () => {
          const plain = await lay(tree);
          const { leftovers } = start(tree, "gone", DEAD);
          for (const folder of ["work", "work/sub", "store/tmp"]) {
            await leftovers.beforeTemp(`${tree.folder}/${folder}`);
            await plain.writeFile(`${tree.folder}/${folder}/.mortise-gone-0123abcd.tmp`, utf8("half"));
          }
          await plain.writeFile(`${tree.folder}/work/file`, utf8("kept"));
          return plain;
        };
        const dry = new Faults();
        await grow();
        await start(tree, "next", 77, dry).leftovers.sweep();
        for (let at = 1; at <= dry.counted; at++) {
          const plain = await grow();
          const faults = new Faults({ at, code: "EACCES" });
          const report = await start(tree, "next", 77, faults).leftovers.sweep();
          const where = `${at} of ${dry.counted}: ${faults.calls[at - 1]}`;
          expect(report.problems.join(), where).toContain("EACCES");
          const second = await start(tree, "later", 77).leftovers.sweep();
          expect(second.problems, where).toEqual([]);
          expect(report.removed.length + second.removed.length, where).toBe(3);
          expect(await filesBelow(plain, tree.folder), where).toEqual([`${tree.folder}/work/file`]);
          expect(await plain.readdir(`${tree.folder}/store/instances`), where).toEqual([]);
        }
      }));

    test("close drops the run's notes, unless a temporary file of its own still stands", () =>
      withTree(adapter, async (tree) => {
        const plain = await lay(tree);
        const clean = start(tree, "clean", LIVING);
        await clean.fs.writeFile(`${tree.folder}/work/file`, utf8("x"));
        expect(await plain.readdir(`${tree.folder}/store/instances`)).toHaveLength(1);
        await clean.leftovers.close();
        expect(await plain.readdir(`${tree.folder}/store/instances`)).toEqual([]);
        await start(tree, "idle", LIVING).leftovers.close();

        const stuck = start(tree, "stuck", DEAD);
        await stuck.leftovers.beforeTemp(`${tree.folder}/work`);
        await plain.writeFile(`${tree.folder}/work/.mortise-stuck-0123abcd.tmp`, utf8("x"));
        await stuck.leftovers.close();
        expect((await start(tree, "next", 77).leftovers.sweep()).removed).toEqual([
          `${tree.folder}/work/.mortise-stuck-0123abcd.tmp`,
        ]);
      }));

    test("a sweep of a store that was never used finds nothing and makes nothing", () =>
      withTree(adapter, async (tree) => {
        expect(await start(tree, "first", 77).leftovers.sweep()).toEqual({ removed: [], problems: [] });
        expect(await tree.tools.open({}).readdir(tree.folder)).toEqual([]);
      }));
  });
}

test("an instance is letters and digits, so that its names are no pattern and no path", () => {
  expect(tempPrefixOf("0aF9")).toBe(".mortise-0aF9-");
  for (const instance of ["", "a.b", "a/b", "a-b", "x".repeat(65), "a\n"]) {
    expect(() => tempPrefixOf(instance)).toThrow(TypeError);
  }
});

async function killAtEveryCall(tree: Tree, given: WriteOptions): Promise<void> {
  const options =
    given.tempFolder === undefined ? given : { ...given, tempFolder: `${tree.folder}/${given.tempFolder}` };
  const path = `${tree.folder}/work/file`;
  const prepare = async () => {
    const plain = await lay(tree);
    await plain.rm(path, { force: true });
    if (!options.exclusive) await plain.writeFile(path, utf8("old"));
    return plain;
  };
  await prepare();
  const dry = new Faults();
  const clean = start(tree, "dry", 77, dry);
  await clean.fs.writeFile(path, utf8("the new bytes"), options);
  const calls = dry.counted;
  await clean.leftovers.close();
  expect(calls).toBeGreaterThan(12);

  let swept = 0;
  for (let at = 1; at <= calls; at++) {
    const plain = await prepare();
    const faults = new Faults({ at, kind: "kill" });
    const killed = start(tree, `killed${at}`, DEAD, faults);
    const error = await failureOf(() => killed.fs.writeFile(path, utf8("the new bytes"), options));
    const where = `killed at ${at} of ${calls}: ${faults.calls.at(-1)}`;
    expect(error, where).toBeInstanceOf(KilledError);
    const report = await start(tree, `next${at}`, 77).leftovers.sweep();
    expect(report.problems, where).toEqual([]);
    swept += report.removed.length;
    const states = options.exclusive ? [null, "the new bytes"] : ["old", "the new bytes"];
    const state = (await plain.lstat(path)) === null ? null : text(await plain.readFile(path));
    expect(states, where).toContain(state);
    expect(await filesBelow(plain, tree.folder), where).toEqual(state === null ? [] : [path]);
    expect(await plain.readdir(`${tree.folder}/store/instances`), where).toEqual([]);
  }
  expect(swept).toBeGreaterThan(3);
}
