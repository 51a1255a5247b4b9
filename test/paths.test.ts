import { describe, expect, test } from "vitest";
import {
  absolutePath,
  baseName,
  foldPath,
  isInGitFolder,
  isInside,
  joinPath,
  parentOf,
  type ResolvedPath,
  resolveInRoot,
} from "../runtime/paths.ts";
import type { FileSystem } from "../runtime/ports/mod.ts";
import { adaptersHere, withTree } from "./adapters/trees.ts";
import { text, utf8 } from "./conformance/bytes.ts";

/** A root with links of every sort, and beside it a sibling whose name begins alike. */
async function growTree(fs: FileSystem, base: string): Promise<string> {
  const root = `${base}/root`;
  await fs.mkdir(`${root}/src/deep`, { recursive: true });
  await fs.mkdir(`${base}/root-evil`);
  await fs.writeFile(`${base}/secret`, utf8("secret"));
  await fs.writeFile(`${base}/root-evil/secret`, utf8("secret"));
  await fs.writeFile(`${root}/src/app.ts`, utf8("app"));
  const links: Record<string, string> = {
    inside: "src/app.ts",
    "inside-absolute": `${root}/src/app.ts`,
    "inside-dir": "src",
    "to-root": root,
    "here-and-back": "src/../src/deep",
    chain: "inside-dir/deep/../app.ts",
    "out-relative": "../secret",
    "out-absolute": `${base}/secret`,
    "out-dir": "..",
    "out-sibling": `${base}/root-evil`,
    "out-through-root": `${root}/../secret`,
    "out-and-in": "../root/src/app.ts",
    "dangling-in": "src/none.ts",
    "dangling-deep": "none/deeper/file.ts",
    "dangling-out": "../none",
    "dangling-back": "none/../../secret",
    round: "round",
    ping: "pong",
    pong: "ping",
    etc: "/etc",
    "src/up": "../src/app.ts",
    "src/too-far-up": "../../secret",
  };
  for (const [name, target] of Object.entries(links)) await fs.symlink(target, `${root}/${name}`);
  let previous = "src/app.ts";
  for (let hop = 1; hop <= 41; hop++) {
    await fs.symlink(previous, `${root}/hop${hop}`);
    previous = `hop${hop}`;
  }
  return root;
}

/** Path below the root -> relative real path and what is there. */
const RESOLVED: Readonly<Record<string, readonly [string, ResolvedPath["target"]]>> = {
  ".": ["", "directory"],
  "./": ["", "directory"],
  "src/app.ts": ["src/app.ts", "file"],
  "./src//./app.ts": ["src/app.ts", "file"],
  "src/": ["src", "directory"],
  "src/new.ts": ["src/new.ts", "missing"],
  "not/yet/there.ts": ["not/yet/there.ts", "missing"],
  "...": ["...", "missing"],
  "..src": ["..src", "missing"],
  "%2e%2e/secret": ["%2e%2e/secret", "missing"],
  "~/x": ["~/x", "missing"],
  inside: ["src/app.ts", "file"],
  "inside-absolute": ["src/app.ts", "file"],
  "inside-dir/app.ts": ["src/app.ts", "file"],
  "inside-dir/new.ts": ["src/new.ts", "missing"],
  "to-root": ["", "directory"],
  "to-root/inside-dir/up": ["src/app.ts", "file"],
  "to-root/to-root/to-root/src": ["src", "directory"],
  "here-and-back": ["src/deep", "directory"],
  chain: ["src/app.ts", "file"],
  "dangling-in": ["src/none.ts", "missing"],
  "dangling-deep": ["none/deeper/file.ts", "missing"],
  "src/up": ["src/app.ts", "file"],
  hop40: ["src/app.ts", "file"],
};

/** Path -> error code and a part of the reason. */
const REFUSED: Readonly<Record<string, readonly ["path_outside_root" | "not_a_file" | "bad_argument", string]>> = {
  "": ["bad_argument", "empty"],
  "half\ud83d": ["bad_argument", "surrogate"],
  "..": ["path_outside_root", '".."'],
  "../secret": ["path_outside_root", '".."'],
  "src/../src/app.ts": ["path_outside_root", '".."'],
  "src/../../secret": ["path_outside_root", '".."'],
  "/etc/passwd": ["path_outside_root", "absolute"],
  "/": ["path_outside_root", "absolute"],
  "src/app.ts\0.png": ["path_outside_root", "NUL"],
  "..\\secret": ["path_outside_root", "backslash"],
  "src\\app.ts": ["path_outside_root", "backslash"],
  "out-relative": ["path_outside_root", "leads out"],
  "out-absolute": ["path_outside_root", "leads out"],
  "out-dir/secret": ["path_outside_root", "leads out"],
  "out-sibling/secret": ["path_outside_root", "leads out"],
  "out-through-root": ["path_outside_root", "leads out"],
  "out-and-in": ["path_outside_root", "leads out"],
  "dangling-out": ["path_outside_root", "leads out"],
  "dangling-back": ["path_outside_root", "broken"],
  round: ["path_outside_root", "circle"],
  "ping/x": ["path_outside_root", "circle"],
  hop41: ["path_outside_root", "circle"],
  "etc/passwd": ["path_outside_root", "leads out"],
  "src/too-far-up": ["path_outside_root", "leads out"],
  "src/app.ts/below": ["not_a_file", '"src/app.ts" is not a folder'],
  "inside/below": ["not_a_file", '"src/app.ts" is not a folder'],
};

for (const adapter of adaptersHere) {
  describe(`resolveInRoot on ${adapter}`, () => {
    test("follows what stays inside to its real path", () =>
      withTree(adapter, async ({ folder, tools }) => {
        const fs = tools.open({});
        const root = await growTree(fs, folder);
        for (const [path, [relative, target]] of Object.entries(RESOLVED)) {
          const absolute = relative === "" ? root : `${root}/${relative}`;
          const expected = { kind: "resolved", absolute, relative, target };
          expect(await resolveInRoot(root, path, fs), path).toEqual(expected);
          expect(await resolveInRoot(root, `${root}/${path}`, fs), `absolute ${path}`).toEqual(expected);
          if (target === "file") expect(text(await fs.readFile(absolute))).toBe("app");
          if (target !== "missing") expect(await fs.realpath(`${root}/${path}`)).toBe(absolute);
        }
        expect(await resolveInRoot(root, root, fs)).toMatchObject({ relative: "", target: "directory" });
      }));

    test("refuses what leaves, by any spelling or link, and says why and what to do", () =>
      withTree(adapter, async ({ folder, tools }) => {
        const fs = tools.open({});
        const root = await growTree(fs, folder);
        const absolutes = [`${folder}/secret`, `${folder}/root-evil/secret`, `${root}-evil`, `${root}/../secret`];
        const table: [string, readonly [string, string]][] = Object.entries(REFUSED);
        for (const path of absolutes)
          table.push([path, ["path_outside_root", path.includes("..") ? '".."' : "absolute"]]);
        for (const [path, [errorCode, reason]] of table) {
          const answer = await resolveInRoot(root, path, fs);
          expect(answer, path).toEqual({ kind: "refused", errorCode, message: expect.stringContaining(reason) });
          // The next step; and no place outside is named that the caller did not name.
          if (answer.kind === "refused") expect(answer.message).toMatch(/pass|[Pp]ath|list_files|root/);
          if (answer.kind === "refused" && !path.includes(folder)) expect(answer.message).not.toContain(folder);
        }
      }));

    test("a root of / takes every absolute path and no way above it", () =>
      withTree(adapter, async ({ folder, tools }) => {
        const fs = tools.open({});
        await fs.writeFile(`${folder}/file`, utf8("x"));
        const expected = {
          kind: "resolved",
          absolute: `${folder}/file`,
          relative: `${folder}/file`.slice(1),
          target: "file",
        };
        expect(await resolveInRoot("/", `${folder}/file`, fs)).toEqual(expected);
        expect(await resolveInRoot("/", `${folder}/file`.slice(1), fs)).toEqual(expected);
        await fs.symlink("/", `${folder}/up`);
        expect(await resolveInRoot("/", `${folder}/up${folder}/file`, fs)).toEqual(expected);
      }));
  });
}

test("resolveInRoot calls a device other", async () => {
  const [disk] = adaptersHere;
  if (disk === undefined) throw new Error("no adapter for this host");
  await withTree(disk, async ({ tools }) => {
    const answer = await resolveInRoot("/dev", "null", tools.open({}));
    expect(answer).toEqual({ kind: "resolved", absolute: "/dev/null", relative: "null", target: "other" });
  });
});

test("foldPath gives the spellings of one file on some filesystem one text, and keeps plain names apart", () => {
  for (const [one, other] of [
    ["/w/README.md", "/w/readme.MD"],
    ["/W/a", "/w/A"],
    ["/w/caf\u00e9", "/w/CAFE\u0301"],
    ["/w/stra\u00dfe", "/w/STRASSE"],
    ["/w/\u03bf\u03b4\u03cc\u03c2", "/w/\u039f\u0394\u039f\u0301\u03a3"],
    ["/w/a.txt", "/w/a.txt. "],
    ["/w/\u212a", "/w/k"],
    ["/w/\ufb01n", "/w/fin"],
  ] as const) {
    expect([one, foldPath(other)]).toEqual([one, foldPath(one)]);
    expect(foldPath(foldPath(one))).toBe(foldPath(one));
  }
  const apart = ["/w/a", "/w/b", "/w/a/b", "/w/a.b", "/w/ab", "/w/a b", "/w/\u00e9", "/w/e"];
  expect(new Set(apart.map(foldPath)).size).toBe(apart.length);
});

test("isInGitFolder knows the spellings that some filesystem takes for .git", () => {
  const inside = [
    ".git",
    ".git/config",
    "a/.git/hooks/pre-commit",
    "a/.git",
    ".GIT/x",
    ".Git",
    ".git./x",
    ".git /x",
    ".git. . /x",
    "GIT~1/x",
    "git~1",
    ".g\u200cit/x",
    ".\ufeffgit",
    ".git\u00ad",
    "\uff0egit/x",
    ".git::$INDEX_ALLOCATION/x",
    ".git:x",
    "worktree/.git",
  ];
  const beside = [
    "git",
    "git/x",
    ".gitignore",
    ".github/workflows/ci.yml",
    "a.git/x",
    ".git2",
    "x/.gitattributes",
    ".gi",
    "git~2",
  ];
  expect(inside.filter((path) => !isInGitFolder(path))).toEqual([]);
  expect(beside.filter((path) => isInGitFolder(path))).toEqual([]);
});

test("isInside compares whole components", () => {
  expect(isInside("/work", "/work")).toBe(true);
  expect(isInside("/work", "/work/a/b")).toBe(true);
  expect(isInside("/work", "/work-evil/a")).toBe(false);
  expect(isInside("/work/a", "/work")).toBe(false);
  expect(isInside("/", "/anything")).toBe(true);
});

test("joinPath, parentOf, baseName and absolutePath agree on the edges", () => {
  expect(joinPath("/", "a", "", "./b/")).toBe("/a/b");
  expect(joinPath("a/", "/b")).toBe("a/b");
  expect(joinPath("/")).toBe("/");
  expect([parentOf("/a/b"), parentOf("/a"), parentOf("/")]).toEqual(["/a", "/", "/"]);
  expect([baseName("/a/b"), baseName("/a"), baseName("b")]).toEqual(["b", "a", "b"]);
  expect(absolutePath("/work/x", "../y/./z//")).toBe("/work/y/z");
  expect(absolutePath("/work", "/a/../../b")).toBe("/b");
  expect(absolutePath("/", ".")).toBe("/");
});
