import { describe, expect, test } from "vitest";
import { type EditRefusal, parsePatch, patchFile, patchTargets, resolveHunks } from "../../runtime/edit/mod.ts";

function apply(content: string, patch: string): ReturnType<typeof resolveHunks> {
  const parsed = parsePatch(patch);
  if (parsed.kind === "refused") throw new Error(parsed.message);
  return resolveHunks(content, parsed.files[0]?.hunks ?? []);
}

function text(content: string, patch: string): string {
  const outcome = apply(content, patch);
  return outcome.kind === "edited" ? outcome.content : `${outcome.errorCode}: ${outcome.message}`;
}

function refused(content: string, patch: string): EditRefusal {
  const outcome = apply(content, patch);
  if (outcome.kind === "edited") throw new Error(`applied: ${JSON.stringify(outcome.content)}`);
  return outcome;
}

describe("placing hunks", () => {
  test("a result has the places found and the lines changed", () => {
    expect(apply("a\nb\nc\nd\ne\n", "@@\n a\n-b\n+B\n+BB\n c\n@@\n d\n-e\n")).toEqual({
      kind: "edited",
      content: "a\nB\nBB\nc\nd\n",
      strategy: "exact",
      replacements: 2,
      matchedLines: [
        [1, 3],
        [4, 5],
      ],
      changes: [
        { before: [2, 2], after: [2, 3] },
        { before: [5, 5], after: [6, 5] },
      ],
      requiresReview: false,
    });
  });

  test("a miss names the hunk and the nearest text, other misses are named too", () => {
    const outcome = refused("def f():\n  return 1\n", "@@\n-def f():\n-\treturn 1\n+x\n@@\n-nowhere\n+y\n");
    expect(outcome).toMatchObject({
      errorCode: "not_found",
      at: [1, 2],
      closestMatch: { startLine: 1, endLine: 2, text: "def f():\n  return 1" },
    });
    expect(outcome.message).toBe(
      "hunk 1 of 2 does not occur in the file: the nearest text is at lines 1 to 2; copy context and removed lines from " +
        "there (hunk 2 cannot be placed either)",
    );
  });

  test("several places are refused with their lines, unless the header names one of them exactly", () => {
    const file = "x\na\nx\na\n";
    const outcome = refused(file, "@@ -9 +9 @@\n-a\n+b\n");
    expect(outcome).toMatchObject({ errorCode: "ambiguous", at: [1] });
    expect(outcome.candidates).toEqual([
      { start: 2, end: 4, startLine: 2, endLine: 2 },
      { start: 6, end: 8, startLine: 4, endLine: 4 },
    ]);
    expect(outcome.message).toBe("the hunk fits 2 places (lines 2 and 4); add context lines until it fits one");
    expect(text(file, "@@ -4 +4 @@\n-a\n+b\n")).toBe("x\na\nx\nb\n");
    // Overlapping placements are several too.
    expect(refused("}\n}\n}\n", "@@\n }\n-}\n").errorCode).toBe("ambiguous");
  });

  test("a header never moves a hunk that fits elsewhere", () => {
    expect(text("a\nb\n", "@@ -2 +2 @@\n-a\n+c\n")).toBe("c\nb\n");
  });

  test("whole lines are compared, to the character", () => {
    expect(refused("ab\n", "@@\n-a\n+c\n").errorCode).toBe("not_found");
    expect(refused("a \n", "@@\n-a\n+c\n").errorCode).toBe("not_found");
    expect(refused("\ta\n", "@@\n-  a\n+c\n").errorCode).toBe("not_found");
  });

  test("anchors choose among equal places: in the block they head, else behind them", () => {
    const file =
      "class A:\n  def f():\n    return 1\nclass B(Base):\n  def f():\n    return 1\nclass C:\n  def f():\n    return 1\n";
    const hunk = "-    return 1\n+    return 2\n";
    const v4a = (anchors: string) => `*** Update File: x\n${anchors}${hunk}`;
    expect(text(file, v4a("@@ class B\n"))).toBe(
      file.replace("Base):\n  def f():\n    return 1", () => "Base):\n  def f():\n    return 2"),
    );
    expect(text(file, v4a("@@ class A:\n@@ def f():\n"))).toBe(file.replace("1", () => "2"));
    expect(refused(file, v4a("@@ def f():\n")).errorCode).toBe("ambiguous");
    expect(refused(file, v4a("@@ class D\n")).message).toContain('names the line "class D"');
    expect(text("mark\nx = 1\nx = 2\n", "*** Update File: x\n@@ mark\n-x = 2\n+x = 3\n")).toBe("mark\nx = 1\nx = 3\n");
  });

  test("an anchor may not contradict the only place", () => {
    const outcome = refused("a\nmark\nb\n", "*** Update File: x\n@@ mark\n-a\n+c\n");
    expect(outcome).toMatchObject({ errorCode: "not_found", at: [1] });
    expect(outcome.message).toContain("stands at line 1, before the line that its @@ names");
  });

  test("the end of the file chooses the last of equal places", () => {
    const patch = "*** Update File: x\n-a\n+b\n*** End of File\n";
    expect(text("a\nx\na\n", patch)).toBe("a\nx\nb\n");
    expect(refused("a\nx\n", patch)).toMatchObject({ errorCode: "not_found" });
  });

  test("hunks may share context and nothing more", () => {
    expect(text("a\nb\nc\n", "@@\n-a\n+A\n b\n@@\n b\n-c\n+C\n")).toBe("A\nb\nC\n");
    for (const patch of [
      "@@\n-a\n+A\n b\n@@\n a\n-b\n+B\n",
      "@@\n-b\n+x\n@@\n-b\n+y\n",
      "@@\n b\n+x\n@@\n b\n+y\n",
      "@@\n b\n+x\n@@\n b\n-c\n+C\n",
    ]) {
      expect(refused("a\nb\nc\n", patch)).toMatchObject({ errorCode: "overlapping_hunks", at: [1, 2] });
    }
  });

  test("lines that are only added need a place, except in an empty file", () => {
    expect(refused("a\n", "@@ -1,0 +2 @@\n+b\n")).toMatchObject({ errorCode: "bad_patch", at: [1] });
    expect(text("", "@@ -0,0 +1 @@\n+b\n")).toBe("b\n");
    expect(text("\ufeff", "@@ -0,0 +1 @@\n+b\n")).toBe("\ufeffb\n");
  });

  test("a patch that is applied already, or changes nothing, is refused", () => {
    expect(refused("a\nc\n", "@@\n a\n-b\n+c\n").errorCode).toBe("not_found");
    expect(refused("a\nb\n", "@@\n a\n-b\n+b\n").errorCode).toBe("no_change");
  });
});

describe("line ends", () => {
  test("new lines get the dominant line end, all others keep theirs", () => {
    expect(text("a\r\nb\r\nc\r\n", "@@\n a\n-b\n+x\n+y\n")).toBe("a\r\nx\r\ny\r\nc\r\n");
    expect(text("a\r\nb\nc\r\n", "@@\n a\n b\n-c\n+x\n")).toBe("a\r\nb\nx\r\n");
    expect(text("a\rb\r", "@@\n-a\n+x\n")).toBe("x\rb\r");
    // A search block repeats lines that it does not change.
    expect(text("a\nb\r\nc\r\n", "<<<<<<< SEARCH\na\nb\n=======\na\nx\n>>>>>>> REPLACE\n")).toBe("a\nx\r\nc\r\n");
  });

  test("in a file of mixed line ends a patch that shows them all rightly keeps its own", () => {
    expect(text("a\r\nb\nc\r\n", "@@\n a\r\n b\n+x\n c\r\n")).toBe("a\r\nb\nx\nc\r\n");
  });

  test("a last line without line end stays so when the patch does not speak of it", () => {
    expect(text("a\nb", "@@\n-b\n+c\n")).toBe("a\nc");
    expect(text("a\nb", "@@\n b\n+c\n")).toBe("a\nb\nc");
    expect(text("a\r\nb", "@@\n b\n+c\n+d\n")).toBe("a\r\nb\r\nc\r\nd");
    expect(text("a\nb", "@@\n a\n-b\n")).toBe("a\n");
  });

  test("the remark on the last line is meant on each side, and must be true of the old one", () => {
    const none = "\\ No newline at end of file\n";
    expect(text("a\nb", `@@\n-b\n${none}+c\n`)).toBe("a\nc\n");
    expect(text("a\nb\n", `@@\n-b\n+c\n${none}`)).toBe("a\nc");
    expect(text("a\nb", `@@\n-a\n+A\n b\n${none}`)).toBe("A\nb");
    expect(refused("a\nb\n", `@@\n-b\n${none}+c\n${none}`)).toMatchObject({ errorCode: "not_found", at: [1] });
    expect(refused("a\nb\n", `@@\n-a\n+c\n${none}`)).toMatchObject({ errorCode: "not_found", at: [1] });
  });

  test("the byte order mark stays, whether or not the patch shows it", () => {
    expect(text("\ufeffa\nb\n", "@@\n-a\n+x\n")).toBe("\ufeffx\nb\n");
    expect(text("\ufeffa\nb\n", "@@\n-\ufeffa\n+\ufeffx\n b\n")).toBe("\ufeffx\nb\n");
    expect(refused("a\nb\n", "@@\n-a\n+\ufeffx\n").errorCode).toBe("bad_patch");
    expect(refused("\ufeffa\nb\n", "@@\n-\ufeffa\n+x\n").errorCode).toBe("not_found");
  });

  test("nothing in a new line is special", () => {
    expect(text("a\n", "@@\n-a\n+$& $1 \\n\n")).toBe("$& $1 \\n\n");
  });
});

describe("files of a patch", () => {
  const named = (patch: string, path?: string) => {
    const parsed = parsePatch(patch);
    if (parsed.kind === "refused") throw new Error(parsed.message);
    return patchTargets(parsed, path);
  };
  const paths = (patch: string, path?: string) => {
    const targets = named(patch, path);
    return targets.kind === "files" ? targets.files.map((file) => file.path) : targets.message;
  };
  const on = (content: string | null, patch: string) => {
    const targets = named(patch, "x");
    const [file] = targets.kind === "files" ? targets.files : [];
    return file === undefined ? targets : patchFile(content, file);
  };

  test("the argument names the file of a patch without names, and may not contradict one", () => {
    const unnamed = "@@\n-a\n+b\n";
    const one = `--- a/src/x\n+++ b/src/x\n${unnamed}`;
    expect(paths(unnamed, "y")).toEqual(["y"]);
    expect(paths(unnamed)).toContain("pass path");
    expect(paths(one)).toEqual(["src/x"]);
    expect(paths(one, "/root/src/x")).toEqual(["/root/src/x"]);
    expect(paths(one, "x")).toContain('path is "x" and the patch is for "src/x"');
    expect(paths(`--- x\n+++ x\n${unnamed}`, "src/x")).toEqual(["src/x"]);
    expect(paths(`--- /root/src/x\n+++ /root/src/x\n${unnamed}`, "src/x")).toEqual(["src/x"]);
    expect(paths(one, "other")).toContain('path is "other" and the patch is for "src/x"');
    expect(paths(`${one}--- a/y\n+++ b/y\n${unnamed}`)).toEqual(["src/x", "y"]);
    expect(paths(`${one}--- a/y\n+++ b/y\n${unnamed}`, "y")).toContain("leave path out");
  });

  test("add, delete and move ask for the file they need", () => {
    const add = "*** Add File: x\n+a\n+b\n";
    expect(on(null, add)).toMatchObject({ kind: "edited", action: "add", content: "a\nb\n" });
    expect(on("", add)).toMatchObject({ kind: "edited", content: "a\nb\n" });
    expect(on("z\n", add)).toMatchObject({ kind: "refused", errorCode: "already_exists" });
    expect(on(null, "*** Add File: x\n")).toMatchObject({ kind: "edited", content: "" });
    expect(on(null, "@@\n-a\n+b\n")).toMatchObject({ kind: "refused", errorCode: "not_found" });
    expect(on("a\n", "*** Delete File: x\n")).toEqual({ kind: "deleted", content: null });
    const removal = "--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n";
    expect(on("a\nb\n", removal)).toEqual({ kind: "deleted", content: null });
    expect(on("a\nb\nc\n", removal)).toMatchObject({ kind: "refused", errorCode: "not_found" });
    expect(on("a\n", "*** Update File: x\n*** Move to: y\n")).toEqual({ kind: "moved", content: "a\n" });
    expect(on("a\n", "*** Update File: x\n*** Move to: y\n-a\n+b\n")).toMatchObject({ action: "move", content: "b\n" });
  });
});
