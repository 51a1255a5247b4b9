import { createTwoFilesPatch } from "diff";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyEdit,
  type CommandOutcome,
  type Hunk,
  multiEdit,
  type PatchFile,
  parsePatch,
  patchFile,
  patchTargets,
  resolveHunks,
} from "../../runtime/edit/mod.ts";
import { countEndings, dominantEnding, lineBodies, splitLines, textStart } from "../../runtime/text/mod.ts";

function check<Values extends [unknown, ...unknown[]]>(property: fc.IPropertyWithHooks<Values>, numRuns = 250): void {
  // On a failure fast-check names the seed and the path to the smallest counterexample.
  fc.assert(property, { numRuns });
}

/** Lines that look like the marks of every format, and few enough to repeat. */
const BODY = fc.constantFrom(
  "a",
  "b",
  "c",
  "d",
  "  a",
  "\tb",
  "",
  " ",
  "-- a",
  "++ b",
  "- x",
  "+ y",
  "@@",
  "--- a/x",
  "+++ b/x",
  "=======",
  "*** End Patch",
  "\\ No newline at end of file",
  "```",
  "\u{1f600}",
  "$&",
);
/** Mostly lines that stand once, so that hunks have a place. */
const LINE = fc.oneof({ weight: 3, arbitrary: fc.nat(60).map((id) => `line ${id}`) }, { weight: 1, arbitrary: BODY });
const STEP = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: "keep" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "drop" as const }) },
  { weight: 1, arbitrary: LINE.map((text) => ({ kind: "swap" as const, text })) },
  { weight: 1, arbitrary: LINE.map((text) => ({ kind: "add" as const, text })) },
);

interface Pair {
  readonly before: string;
  readonly after: string;
}

/** A text and one that was made from it by a few changes, both with the given endings. */
function pairs(ending: fc.Arbitrary<() => string>): fc.Arbitrary<Pair> {
  return fc
    .tuple(
      fc.array(fc.tuple(LINE, STEP), { maxLength: 30 }),
      ending,
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom("", "", "", "\ufeff"),
    )
    .map(([rows, next, closedBefore, closedAfter, bom]) => {
      const ended = rows.map(([text, step]) => ({ text, step, ending: next(), other: next() }));
      const before = ended.map((row) => row.text + row.ending).join("");
      const after = ended
        .map(({ text, step, ending: own, other }) => {
          if (step.kind === "drop") return "";
          if (step.kind === "swap") return step.text + own;
          return step.kind === "add" ? text + own + step.text + other : text + own;
        })
        .join("");
      return {
        before: before === "" ? "" : bom + (closedBefore ? before : opened(before)),
        after: before === "" ? after : bom + (closedAfter ? after : opened(after)),
      };
    });
}

function opened(text: string): string {
  return text.replace(/(?:\r\n|\n|\r)$/, () => "");
}

const UNIFORM = fc.constantFrom("\n", "\r\n").map((ending) => () => ending);
const MIXED = fc.array(fc.constantFrom("\n", "\r\n"), { minLength: 2, maxLength: 5 }).map((endings) => {
  let at = 0;
  return () => endings[at++ % endings.length] ?? "\n";
});

function diffOf({ before, after }: Pair, context: number): string {
  return createTwoFilesPatch("a/x", "b/x", before, after, undefined, undefined, { context });
}

/** What becomes of `before` under the patch: a text, or why not. */
function patched(before: string | null, patch: string): string | { readonly refused: string } {
  const parsed = parsePatch(patch);
  if (parsed.kind === "refused") return { refused: parsed.errorCode };
  const targets = patchTargets(parsed, undefined);
  if (targets.kind === "refused") return { refused: targets.errorCode };
  const [file] = targets.files;
  if (file === undefined) throw new Error("a patch without files");
  const outcome = patchFile(before, file);
  if (outcome.kind === "refused") return { refused: outcome.errorCode };
  return outcome.content ?? "";
}

function hunksOf(patch: string): readonly Hunk[] {
  const parsed = parsePatch(patch);
  return parsed.kind === "refused" ? [] : (parsed.files[0]?.hunks ?? []);
}

describe("laws of patches", () => {
  for (const [name, ending] of [
    ["one line end", UNIFORM],
    ["mixed line ends", MIXED],
  ] as const) {
    test(`a diff of two texts with ${name} makes the second of the first, or is refused`, () => {
      let made = 0;
      check(
        fc.property(pairs(ending), fc.integer({ min: 0, max: 4 }), (pair, context) => {
          fc.pre(pair.before !== pair.after);
          fc.pre(sameKinds(pair));
          const result = patched(pair.before, diffOf(pair, context));
          if (typeof result !== "string") return;
          made++;
          expect(result).toBe(pair.after);
        }),
      );
      // A law about results is worth something only when there are some.
      expect(made).toBeGreaterThan(60);
    });
  }

  test("a diff whose lines all stand once is applied, whatever its line numbers say", () => {
    const distinct = fc
      .tuple(fc.array(STEP, { minLength: 1, maxLength: 25 }), fc.boolean(), fc.constantFrom("\n", "\r\n"))
      .map(([steps, closed, ending]) => {
        const before = steps.map((_, index) => `before ${index}${ending}`).join("");
        const after = steps
          .map((step, index) => {
            if (step.kind === "drop") return "";
            const own = step.kind === "swap" ? `swapped ${index}` : `before ${index}`;
            return own + ending + (step.kind === "add" ? `added ${index}${ending}` : "");
          })
          .join("");
        return closed ? { before, after } : { before: opened(before), after: opened(after) };
      });
    check(
      fc.property(distinct, fc.integer({ min: 1, max: 4 }), fc.nat(99), (pair, context, wrong) => {
        fc.pre(pair.before !== pair.after && pair.after !== "");
        const patch = diffOf(pair, context);
        expect(patched(pair.before, patch)).toBe(pair.after);
        const renumbered = patch.replace(/^@@ -\d+,\d+ \+\d+,\d+ @@/gm, () => `@@ -${wrong},7 +${wrong},9 @@`);
        expect(patched(pair.before, renumbered)).toBe(pair.after);
        const trimmed = patch.replace(/^ $/gm, () => "");
        expect(patched(pair.before, trimmed)).toBe(pair.after);
        // Sent with CRLF throughout, a patch no longer says what its own line ends were; the file must.
        const sent = patch.replace(/\r?\n/g, () => "\r\n");
        if (pair.before.includes("\n")) expect(patched(pair.before, sent)).toBe(pair.after);
      }),
    );
  });

  test("a patch does what its hunks do one after the other as edits, when they do anything", () => {
    let compared = 0;
    check(
      fc.property(pairs(fc.constant(() => "\n")), fc.integer({ min: 1, max: 3 }), (pair, context) => {
        const before = closedText(pair.before);
        const after = closedText(pair.after);
        fc.pre(before !== after && before !== "");
        const hunks = hunksOf(diffOf({ before, after }, context));
        const whole = resolveHunks(before, hunks);
        if (whole.kind === "refused") return;
        const content = sequentially(before, hunks);
        if (content === undefined) return;
        compared++;
        expect(whole.content).toBe(content);
        const edits = hunks.map(asEdit);
        const atOnce = multiEdit(before, edits);
        if (atOnce.kind === "edited") expect(atOnce.content).toBe(content);
      }),
    );
    expect(compared).toBeGreaterThan(30);
  });

  test("lines that a patch does not name keep their bytes, and a refusal has no text", () => {
    check(
      fc.property(pairs(MIXED), pairs(MIXED), fc.integer({ min: 0, max: 2 }), (pair, other, context) => {
        const hunks = hunksOf(diffOf(pair, context));
        for (const content of [pair.before, other.before]) {
          const outcome = resolveHunks(content, hunks);
          if (outcome.kind === "refused") expect(Object.keys(outcome)).not.toContain("content");
          else expectContainment(content, outcome);
        }
      }),
    );
  });

  test("any text is a patch or a refusal that says where", () => {
    const scrap = fc.oneof(
      BODY,
      fc.constantFrom(
        "*** Begin Patch",
        "*** Update File: a",
        "*** Add File: b",
        "*** Delete File: c",
        "*** Move to: d",
        "*** End of File",
        "<<<<<<< SEARCH",
        ">>>>>>> REPLACE",
        "@@ -1,2 +1,2 @@",
        "@@ a",
        "diff --git a/x b/x",
        '--- "a/\\303\\251"',
        "rename from x",
        "rename to y",
        "+a",
        "-a",
        " a",
        "new file mode 100644",
        "-- ",
        "2.39.0",
      ),
      fc.string(),
    );
    const text = fc
      .tuple(fc.array(scrap, { maxLength: 14 }), fc.constantFrom("\n", "\r\n", "\r"))
      .map(([lines, ending]) => lines.join(ending));
    check(
      fc.property(text, fc.constantFrom("", "a\n", "a\nb\na\n"), (patch, content) => {
        const parsed = parsePatch(patch);
        if (parsed.kind === "refused") {
          expect([parsed.errorCode, parsed.message.length > 10]).toEqual(["bad_patch", true]);
          return;
        }
        expect(parsed.files.length).toBeGreaterThan(0);
        for (const file of parsed.files) {
          expectShape(file);
          const outcome = patchFile(content, { ...file, path: file.path ?? "x" });
          if (outcome.kind === "edited" && content !== "") expect(outcome.content).not.toBe(content);
        }
      }),
      1000,
    );
  });
});

/** A file of one kind of line end stays one, so what a diff says of another is not done. */
function sameKinds({ before, after }: Pair): boolean {
  const kinds = (text: string) => Object.values(countEndings(text)).filter((count) => count > 0).length;
  return (
    kinds(before) !== 1 ||
    (kinds(after) < 2 && (kinds(after) === 0 || dominantEnding(before) === dominantEnding(after)))
  );
}

function closedText(text: string): string {
  const plain = text.slice(textStart(text));
  return plain === "" || plain.endsWith("\n") ? plain : `${plain}\n`;
}

function asEdit(hunk: Hunk): { old_text: string; new_text: string } {
  const text = (other: string) =>
    hunk.lines
      .filter(({ kind }) => kind !== other)
      .map((line) => `${line.text}\n`)
      .join("");
  return { old_text: text("add"), new_text: text("remove") };
}

function sequentially(before: string, hunks: readonly Hunk[]): string | undefined {
  let content = before;
  for (const hunk of hunks) {
    const outcome = applyEdit(content, { command: "str_replace", ...asEdit(hunk) });
    if (outcome.kind === "refused" || outcome.strategy !== "exact") return undefined;
    content = outcome.content;
  }
  return content;
}

/** Outside of the reported lines both texts are the same, apart from the line end that an open last line gains. */
function expectContainment(before: string, outcome: Extract<CommandOutcome, { kind: "edited" }>): void {
  const [oldLines, newLines] = [rawLines(before), rawLines(outcome.content)];
  const keptBefore = oldLines.filter(
    (_, index) =>
      !covers(
        outcome.changes.map((change) => change.before),
        index + 1,
      ),
  );
  const keptAfter = newLines.filter(
    (_, index) =>
      !covers(
        outcome.changes.map((change) => change.after),
        index + 1,
      ),
  );
  expect(keptAfter).toEqual(keptBefore);
}

function covers(ranges: readonly (readonly [number, number])[], line: number): boolean {
  return ranges.some(([first, last]) => line >= first && line <= last);
}

function rawLines(text: string): string[] {
  return splitLines(text, textStart(text)).map(({ start, next }) => text.slice(start, next));
}

function expectShape({ action, hunks, path, moveTo }: PatchFile): void {
  if (path !== null) expect(path).not.toBe("");
  expect(moveTo !== undefined).toBe(action === "move");
  if (action === "update") expect(hunks.length).toBeGreaterThan(0);
  for (const { lines } of hunks) {
    expect(lines.some(({ kind }) => kind !== "context")).toBe(true);
    for (const { text } of lines) expect(lineBodies(text, splitLines(text)).length).toBeLessThan(2);
  }
}
