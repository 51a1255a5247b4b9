import { array, boolean, constantFrom, integer, nat, record } from "fast-check";
import { claim, claimEqual } from "../claims.ts";
import { isCount, isFlag, isListOf, isOneOf, isRecordOf } from "../guards.ts";
import type { ToolsProperty } from "./tools-engine.ts";

const FORMATS = ["unified", "v4a", "blocks"] as const;
const NAMES = ["a.txt", "b.txt", "d/c.txt"] as const;

/** Lines of one file that become others. */
interface Hunk {
  readonly file: number;
  /** From 0. */
  readonly first: number;
  readonly count: number;
  readonly added: number;
}

interface PatchCase {
  readonly format: (typeof FORMATS)[number];
  readonly lines: readonly number[];
  readonly hunks: readonly Hunk[];
  readonly hasStranger: boolean;
}

export const sequential: ToolsProperty<PatchCase> = (tools) => ({
  id: "P1",
  version: 1,
  title: "A patch leaves what its hunks leave one after the other, or is refused and changes nothing",
  doc: "In each of the three formats, over several files. Hunks that change the same lines are refused, and one that fits nowhere takes all the others with it.",
  kind: "differential",
  needsTree: true,
  arbitrary: record({
    format: constantFrom(...FORMATS),
    lines: array(integer({ min: 3, max: 9 }), { minLength: NAMES.length, maxLength: NAMES.length }),
    hunks: array(
      record({ file: nat(NAMES.length - 1), first: nat(8), count: integer({ min: 1, max: 3 }), added: nat(3) }),
      { minLength: 1, maxLength: 4 },
    ),
    hasStranger: boolean(),
  }).map((value) => ({ ...value, hasStranger: value.hasStranger && value.hunks.length > 2 })),
  async run(value) {
    const { hunks, format } = settled(value);
    const files = Object.fromEntries(NAMES.map((name, file) => [name, textOf(linesOf(value, file))]));
    const [patched, stepwise] = [await tools.open({ files }), await tools.open({ files })];
    const before = await patched.tree();
    const edits = hunks.map((hunk, number) => editOf(value, hunk, number));
    if (value.hasStranger) edits.push({ path: NAMES[0], old: ["nowhere in the file"], added: ["x"] });
    const result = await patched.call("edit_file", { patch: patchOf(edits, format) });
    if (value.hasStranger || overlaps(hunks)) {
      const codes = [...(value.hasStranger ? ["not_found"] : []), ...(overlaps(hunks) ? ["overlapping_hunks"] : [])];
      claim(!result.success && codes.includes(result.error_code), () => `${codes} is due, not ${told(result)}`);
      claimEqual(await patched.tree(), before, "the tree after a refused patch");
      return;
    }
    claim(result.success, () => `a sound patch is refused: ${told(result)}`);
    for (const { path, old, added } of edits) {
      const edit = { path, old_text: textOf(old), new_text: textOf(added) };
      const done = await stepwise.call("edit_file", edit);
      claim(done.success, () => `a sound edit is refused: ${told(done)}`);
    }
    claimEqual(await patched.tree(), await stepwise.tree(), "the tree, beside that of the edits one by one");
  },
  classify(value) {
    const { hunks } = settled(value);
    const files = new Set(hunks.map(({ file }) => file)).size;
    const what = overlaps(hunks) ? "overlapping" : files > 1 ? "several files" : "one file";
    return `${value.format}, ${value.hasStranger ? "one hunk fits nowhere" : what}`;
  },
  witnesses: FORMATS.flatMap((format) =>
    ["overlapping", "several files", "one file", "one hunk fits nowhere"].map((what) => `${format}, ${what}`),
  ),
  accepts: isRecordOf<PatchCase>({
    format: isOneOf(FORMATS),
    lines: isListOf(isCount),
    hunks: isListOf(isRecordOf<Hunk>({ file: isCount, first: isCount, count: isCount, added: isCount })),
    hasStranger: isFlag,
  }),
});

/** Hunks that lie in their files, file by file and from top to bottom, as a tool would list them. */
function settled(value: PatchCase): { hunks: Hunk[]; format: PatchCase["format"] } {
  const inside = value.hunks.map((hunk) => {
    const total = value.lines[hunk.file] ?? 3;
    const first = hunk.first % total;
    return { ...hunk, first, count: Math.min(hunk.count, total - first) };
  });
  return { hunks: inside.sort((a, b) => a.file - b.file || a.first - b.first), format: value.format };
}

function overlaps(hunks: readonly Hunk[]): boolean {
  return hunks.some((hunk, at) => {
    const before = hunks[at - 1];
    return before !== undefined && before.file === hunk.file && before.first + before.count > hunk.first;
  });
}

/** Every line of every file is another, so each hunk fits in one place. */
function linesOf({ lines }: PatchCase, file: number): string[] {
  return Array.from({ length: lines[file] ?? 3 }, (_, line) => `${NAMES[file]} line ${WORDS[line]}`);
}

const WORDS = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india"] as const;

interface Edit {
  readonly path: string;
  readonly old: readonly string[];
  readonly added: readonly string[];
}

function editOf(value: PatchCase, { file, first, count, added }: Hunk, number: number): Edit {
  return {
    path: NAMES[file] ?? NAMES[0],
    old: linesOf(value, file).slice(first, first + count),
    added: Array.from({ length: added }, (_, line) => `hunk ${number} puts ${WORDS[line]} here`),
  };
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function patchOf(edits: readonly Edit[], format: PatchCase["format"]): string {
  const byFile = NAMES.flatMap((name) => {
    const own = edits.filter(({ path }) => path === name);
    return own.length === 0 ? [] : [{ name, own }];
  });
  const marked = ({ old, added }: Edit) =>
    [...old.map((line) => `-${line}\n`), ...added.map((line) => `+${line}\n`)].join("");
  switch (format) {
    case "unified":
      return byFile
        .map(({ name, own }) => `--- a/${name}\n+++ b/${name}\n${own.map((edit) => `@@ @@\n${marked(edit)}`).join("")}`)
        .join("");
    case "v4a":
      return `*** Begin Patch\n${byFile
        .map(({ name, own }) => `*** Update File: ${name}\n${own.map((edit) => `@@\n${marked(edit)}`).join("")}`)
        .join("")}*** End Patch\n`;
    case "blocks":
      return edits
        .map(
          ({ path, old, added }) => `${path}\n<<<<<<< SEARCH\n${textOf(old)}=======\n${textOf(added)}>>>>>>> REPLACE\n`,
        )
        .join("\n");
  }
}

function told(result: { readonly success: boolean; readonly error?: string; readonly error_code?: string }): string {
  return result.success ? "success" : `${result.error_code}: ${result.error}`;
}
