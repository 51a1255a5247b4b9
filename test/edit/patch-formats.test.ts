import { describe, expect, test } from "vitest";
import { type PatchFile, parsePatch } from "../../runtime/edit/mod.ts";

/** Hunks as a diff would show them, with their hints in front. */
function shown(patch: string): unknown {
  const parsed = parsePatch(patch);
  if (parsed.kind === "refused") return parsed;
  return { format: parsed.format, files: parsed.files.map(shownFile) };
}

const MARKS = { context: " ", remove: "-", add: "+" } as const;

function shownFile({ hunks, ...file }: PatchFile): unknown {
  return {
    ...file,
    hunks: hunks.map(({ lines, patchLine: _, ...hints }) => ({
      ...hints,
      lines: lines.map(({ kind, text, ending }) => MARKS[kind] + text + (ending === "" ? "<end>" : "")),
    })),
  };
}

function files(patch: string): unknown {
  const parsed = parsePatch(patch);
  return parsed.kind === "refused" ? parsed.message : parsed.files.map(shownFile);
}

function message(patch: string): string {
  const parsed = parsePatch(patch);
  return parsed.kind === "refused" ? parsed.message : `read as ${parsed.format}`;
}

describe("unified diffs", () => {
  test("git's own output is read: header lines, several files, several hunks", () => {
    const patch = [
      "diff --git a/src/one.ts b/src/one.ts",
      "index 1111111..2222222 100644",
      "--- a/src/one.ts",
      "+++ b/src/one.ts",
      "@@ -1,2 +1,2 @@ import x",
      " a",
      "-b",
      "+B",
      "@@ -9 +9 @@",
      "-z",
      "+Z",
      "diff --git a/two b/two",
      "--- a/two",
      "+++ b/two",
      "@@ -1 +1 @@",
      "-x",
      "+y",
      "\\ No newline at end of file",
      "",
    ].join("\n");
    expect(shown(patch)).toEqual({
      format: "unified_diff",
      files: [
        {
          path: "src/one.ts",
          action: "update",
          hunks: [
            { oldStart: 1, lines: [" a", "-b", "+B"] },
            { oldStart: 9, lines: ["-z", "+Z"] },
          ],
        },
        { path: "two", action: "update", hunks: [{ oldStart: 1, lines: ["-x", "+y<end>"] }] },
      ],
    });
  });

  test("file headers are optional, and an @@ line may hold anything", () => {
    for (const header of ["@@", "@@ ... @@", "@@ -x,y +z @@ def f():", "@@ def f():"]) {
      expect(files(`${header}\n-a\n+b\n`)).toEqual([
        { path: null, action: "update", hunks: [{ lines: ["-a", "+b"] }] },
      ]);
    }
  });

  test("an empty line is an empty context line, except behind the hunk", () => {
    expect(files("@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n\n")).toEqual([
      { path: null, action: "update", hunks: [{ oldStart: 1, lines: [" a", " ", "-b", "+c"] }] },
    ]);
    // The counts ask for it here.
    expect(files("@@ -1,2 +1,2 @@\n-b\n+c\n\n")).toEqual([
      { path: null, action: "update", hunks: [{ oldStart: 1, lines: ["-b", "+c", " "] }] },
    ]);
  });

  test("counts that are wrong change nothing", () => {
    expect(
      files("--- a/x\n+++ b/x\n@@ -1,9 +1,1 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1,2 +1,2 @@\n-c\n+d\n"),
    ).toMatchObject([
      { path: "x", hunks: [{ lines: ["-a", "+b"] }] },
      { path: "y", hunks: [{ lines: ["-c", "+d"] }] },
    ]);
  });

  test("a removed line of two dashes is not taken for a file header", () => {
    expect(files("@@ -1,2 +1,2 @@\n--- old\n+++ new\n a\n")).toMatchObject([
      { hunks: [{ lines: ["--- old", "+++ new", " a"] }] },
    ]);
    expect(files("@@ -1,1 +1,1 @@\n--- old\n+++ new\n@@ -5 +5 @@\n-a\n+b\n")).toMatchObject([
      { hunks: [{ lines: ["--- old", "+++ new"] }, { lines: ["-a", "+b"] }] },
    ]);
  });

  test("names: prefixes, time stamps, quotes, spaces, backups", () => {
    const path = (oldName: string, newName: string) => {
      const parsed = parsePatch(`--- ${oldName}\n+++ ${newName}\n@@\n-a\n+b\n`);
      return parsed.kind === "refused" ? parsed.message : parsed.files[0]?.path;
    };
    expect(path("a/my file.ts", "b/my file.ts")).toBe("my file.ts");
    expect(path("i/x", "w/x")).toBe("x");
    expect(path("a/x", "a/x")).toBe("a/x");
    expect(path("src/x\t2026-01-01 00:00:00.000 +0000", "src/x\t2026-01-02")).toBe("src/x");
    expect(path('"a/\\303\\251 \\"q\\".txt"', '"b/\\303\\251 \\"q\\".txt"')).toBe('\u00e9 "q".txt');
    expect(path("x.orig", "x")).toBe("x");
    expect(path("one", "two")).toContain('names "one" and then "two"');
    expect(path('"a/\\377"', '"b/\\377"')).toContain("not UTF-8");
    expect(path('"a/x', '"b/x')).toContain("badly quoted");
    expect(files("+++ b/x\n@@\n-a\n+b\n")).toMatchObject([{ path: "x" }]);
  });

  test("new, deleted, moved and empty files", () => {
    expect(files("--- /dev/null\n+++ b/n\n@@ -0,0 +1,2 @@\n+a\n+b\n")).toEqual([
      { path: "n", action: "add", hunks: [{ oldStart: 0, lines: ["+a", "+b"] }] },
    ]);
    expect(files("@@ -0,0 +1 @@\n+a\n")).toMatchObject([{ path: null, action: "add" }]);
    expect(files("--- a/n\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n")).toMatchObject([{ path: "n", action: "delete" }]);
    expect(files("diff --git a/n b/n\nnew file mode 100644\nindex 000..e69")).toEqual([
      { path: "n", action: "add", hunks: [] },
    ]);
    expect(files("diff --git a/n b/n\ndeleted file mode 100644\n")).toEqual([
      { path: "n", action: "delete", hunks: [] },
    ]);
    expect(files("diff --git a/o b/n\nsimilarity index 100%\nrename from o\nrename to n\n")).toEqual([
      { path: "o", action: "move", moveTo: "n", hunks: [] },
    ]);
  });

  test("fences, prose in front and a mail's end are left out", () => {
    const patch = "Here it is:\n\n```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\nThis renames it.\n";
    expect(files(patch)).toEqual([{ path: "x", action: "update", hunks: [{ oldStart: 1, lines: ["-a", "+b"] }] }]);
    const mail =
      "From: me\nSubject: x\n---\n x | 2 +-\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n-- \n2.39.0\n\n";
    expect(files(mail)).toEqual([{ path: "x", action: "update", hunks: [{ oldStart: 1, lines: ["-a", "+b"] }] }]);
  });

  test("a CRLF throughout is how the patch was sent; one among LF belongs to the file", () => {
    const endings = (patch: string) => {
      const parsed = parsePatch(patch);
      return parsed.kind === "refused" ? parsed : parsed.files[0]?.hunks[0]?.lines.map(({ ending }) => ending);
    };
    expect(endings("@@\r\n-a\r\n+b\r\n")).toEqual(["\n", "\n"]);
    expect(endings("@@\n-a\r\n+b\r\n")).toEqual(["\r\n", "\r\n"]);
    expect(endings("@@\n-a\rb\n+c\n")).toEqual(["\r", "\n", "\n"]);
  });

  test("refusals name the line, what it holds and what was expected", () => {
    expect(parsePatch("@@ -1 +1 @@\n a\nfoo(\n+b\n")).toEqual({
      kind: "refused",
      errorCode: "bad_patch",
      line: 3,
      message:
        'line 3 of the patch is "foo("; expected a line of the hunk, which starts with a space, "+" or "-"; mark context ' +
        "with a space",
    });
    expect(message("")).toBe("the patch is empty; pass its text");
    expect(message("just text")).toContain("has no hunks");
    expect(message("--- a/x\n+++ b/x\n")).toContain("no hunk for the file at line 1");
    expect(message("@@ -1 +1 @@\n a\n b\n")).toContain("the hunk at line 1 of the patch changes nothing");
    expect(message("@@ -1 +1 @@\n@@ -2 +2 @@\n-a\n+b")).toContain("the hunk at line 1 of the patch has no lines");
    expect(message("- a\n+ b\n@@ -1 +1 @@\n-a\n+b\n")).toContain('line 1 of the patch is "- a"');
    expect(message("@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n+c\n")).toContain('line 5 of the patch is "+c"');
    expect(message("diff --git a/x b/x\nBinary files a/x and b/x differ\n")).toContain("binary");
    expect(message("diff --git a/x b/x\ncopy from x\ncopy to y\n")).toContain("copies a file");
    expect(message("@@@ -1 -1 +1 @@@\n--a\n++b\n")).toContain("combined diff");
    expect(message("--- /dev/null\n+++ b/x\n@@\n-a\n+b\n")).toContain('adds "x", but not as one hunk');
    expect(message("```\n@@\n-a\n+b\n```\ntext\n@@\n-c\n+d\n")).toContain("outside the code fence");
    expect(message("@@\n-a\n+b\n```\nmore\n")).toContain('line 5 of the patch is "more"');
  });
});

describe("V4A patches", () => {
  test("all operations are read, with anchors and the end of the file as hints", () => {
    const patch = [
      "*** Begin Patch",
      "*** Update File: src/a.py",
      "@@ class A:",
      "@@ def f(self):",
      " x",
      "-y",
      "+z",
      "",
      "@@",
      "-last",
      "+end",
      "*** End of File",
      "*** Update File: b.py",
      "*** Move to: c.py",
      "*** Add File: d.md",
      "+# d",
      "+",
      "*** Delete File: e.md",
      "*** End Patch",
    ].join("\n");
    expect(shown(patch)).toEqual({
      format: "v4a",
      files: [
        {
          path: "src/a.py",
          action: "update",
          hunks: [
            { anchors: ["class A:", "def f(self):"], lines: [" x", "-y", "+z"] },
            { endsFile: true, lines: ["-last", "+end"] },
          ],
        },
        { path: "b.py", action: "move", moveTo: "c.py", hunks: [] },
        { path: "d.md", action: "add", hunks: [{ lines: ["+# d", "+"] }] },
        { path: "e.md", action: "delete", hunks: [] },
      ],
    });
  });

  test("the first hunk needs no @@, an empty line in it is context, and two parts for one file are one", () => {
    expect(files("*** Update File: a\n x\n\n-y\n\n*** Update File: a\n-p\n+q\n*** End Patch\n")).toEqual([
      { path: "a", action: "update", hunks: [{ lines: [" x", " ", "-y"] }, { lines: ["-p", "+q"] }] },
    ]);
  });

  test("bounds may be missing together, or the first alone; a patch that only begins was cut off", () => {
    expect(message("*** Update File: a\n-x\n+y\n")).toBe("read as v4a");
    expect(message("*** Update File: a\n-x\n+y\n*** End Patch\nDone.")).toBe("read as v4a");
    expect(message("```\n*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Patch\n```\n")).toBe("read as v4a");
    expect(message("*** Begin Patch\n*** Update File: a\n-x\n+y\n")).toContain('has no "*** End Patch"');
  });

  test("refusals", () => {
    expect(message("*** Begin Patch\n*** End Patch")).toContain("changes no file");
    expect(message("*** Begin Patch\n*** Update File: a\n*** End Patch")).toContain('no hunk for "a" (line 2)');
    expect(message("*** Begin Patch\n*** Update File: a\nx\n*** End Patch")).toContain('line 3 of the patch is "x"');
    expect(message("*** Begin Patch\n*** Add File: a\n+x\ny\n*** End Patch")).toContain('line 4 of the patch is "y"');
    expect(message("*** Begin Patch\n*** Frob File: a\n*** End Patch")).toContain(
      'line 2 of the patch is "*** Frob File: a"',
    );
    expect(message("*** Begin Patch\n*** Update File:\n-a\n*** End Patch")).toContain("names no file");
    expect(message("*** Update File: a\n-x\n+y\n*** Delete File: a\n")).toContain(
      'has "a" twice (update, then delete)',
    );
    expect(message("*** Begin Patch\n*** Delete File: a\n*** End Patch\n*** Delete File: b")).toContain("line 4");
  });
});

describe("SEARCH/REPLACE blocks", () => {
  const block = (search: string, replace: string) => `<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE\n`;

  test("the line above names the file, also above a fence, and holds for the next block", () => {
    for (const name of ["src/a.ts", "`src/a.ts`", "**src/a.ts**", "### src/a.ts:", "File: src/a.ts"]) {
      expect(files(`Change:\n${name}\n\`\`\`ts\n${block("a\n", "b\n")}\`\`\`\n\n${block("c\n", "d\n")}`)).toEqual([
        { path: "src/a.ts", action: "update", hunks: [{ lines: ["-a", "+b"] }, { lines: ["-c", "+d"] }] },
      ]);
    }
    expect(files(`Now this one.\n\n${block("a\n", "b\n")}`)).toMatchObject([{ path: null }]);
    expect(files(`Done.\n${block("a\n", "b\n")}`)).toMatchObject([{ path: null }]);
    expect(files(`and then this\n${block("a\n", "b\n")}`)).toMatchObject([{ path: null }]);
  });

  test("common first and last lines are context; an empty search is a new file; start_line is a hint", () => {
    expect(files(block("a\nb\nc\n", "a\nx\ny\nc\n"))).toMatchObject([
      { hunks: [{ lines: [" a", "-b", "+x", "+y", " c"] }] },
    ]);
    expect(files(`n.ts\n${block("", "a\n")}`)).toEqual([{ path: "n.ts", action: "add", hunks: [{ lines: ["+a"] }] }]);
    expect(files(block(":start_line:7\n-------\na\n", "b\n"))).toMatchObject([
      { hunks: [{ oldStart: 7, lines: ["-a", "+b"] }] },
    ]);
  });

  test("text with the marks of a merge conflict has one reading; any other second divider is refused", () => {
    const conflict = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> theirs\n";
    expect(files(block(conflict, "a\n"))).toMatchObject([
      { hunks: [{ lines: ["-<<<<<<< HEAD", "-a", "-=======", "-b", "->>>>>>> theirs", "+a"] }] },
    ]);
    expect(files(block("a\n", conflict))).toMatchObject([
      { hunks: [{ lines: expect.arrayContaining(["-a", "+======="]) }] },
    ]);
    expect(message(block("Title\n=======\n", "Other\n=======\n"))).toContain('several lines "======="');
    expect(message(block("Title\n========\n", "Other\n========\n"))).toBe("read as search_replace");
  });

  test("refusals", () => {
    expect(message("<<<<<<< SEARCH\na\n=======\nb\n")).toContain("the block at line 1 of the patch is not closed");
    expect(message("<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n")).toContain('has no "======="');
    expect(message(`<<<<<<< SEARCH\na\n${block("b\n", "c\n")}`)).toContain("line 3 of the patch opens a block inside");
    expect(message(block("a\n", "a\n"))).toContain("replaces text by itself");
    expect(message(`${block("a\n", "b\n")}>>>>>>> REPLACE\n`)).toContain("closes a block that was not opened");
  });
});
