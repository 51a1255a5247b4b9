import { BOM } from "../text/mod.ts";
import type { Hunk } from "./formats/patch.ts";
import { type ChangeRun, HunkWriter, type PlacedHunk } from "./hunk-edits.ts";
import { type CommandOutcome, type EditRefusal, refusal } from "./outcome.ts";
import { PatchedFile, type PatchOptions, placeHunks } from "./place-hunks.ts";
import { inFileOrder, spliceEdits } from "./span-edits.ts";

/**
 * Applies the hunks of a patch to the text of a file, all or none.
 *
 * Each hunk is placed on the text as it was before the patch: its context and removed lines must stand there, as whole
 * lines and to the character apart from line ends, in exactly one place. What else a hunk says of its place (anchors,
 * the end of the file, then its line number where that is trusted) may choose between several, never move it or contradict the one. Two hunks
 * may show the same context; what one changes the other may not hold.
 *
 * Lines that the patch does not change keep their bytes. New lines get the file's dominant line end; in a file that
 * mixes them they get the patch's own, provided the patch agrees with the file on every line end that it shows. The
 * last line keeps having, or not having, a line end unless the patch speaks of it.
 */
export function resolveHunks(content: string, hunks: readonly Hunk[], options: PatchOptions = {}): CommandOutcome {
  const file = new PatchedFile(content);
  const markless = hunks.map((hunk) => file.withoutMark(hunk));
  const placed = placeHunks(file, markless, options);
  if ("kind" in placed) return placed;
  const writer = new HunkWriter(content, file.lines, placed);
  const runs = placed.map((place) => writer.runsOf(place));
  const overlap = findOverlap(placed, runs);
  if (overlap !== undefined) return overlap;
  const edits = runs.flat().map((run) => writer.edit(run));
  const { content: edited, changes } = spliceEdits(content, inFileOrder(edits));
  if (edited === content) {
    return refusal("no_change", "the file would be the same after the patch; it may be applied already: read the file");
  }
  if (content !== "" && marksOf(edited) !== marksOf(content)) {
    return refusal("bad_patch", "the patch would change the byte order mark of the file; leave it out of the patch");
  }
  return {
    kind: "edited",
    content: edited,
    strategy: "exact",
    replacements: hunks.length,
    matchedLines: placed.map(({ first, end }) => [first + 1, end]),
    changes,
    requiresReview: false,
  };
}

/** How many byte order marks a text starts with. */
function marksOf(text: string): number {
  let count = 0;
  while (text.startsWith(BOM, count)) count++;
  return count;
}

/**
 * Context may be shown twice. A line that one hunk changes no other may hold, and no other may hold both lines around a
 * place where it inserts, or insert there too.
 */
function findOverlap(placed: readonly PlacedHunk[], runs: readonly (readonly ChangeRun[])[]): EditRefusal | undefined {
  const changers = new Map<number, number>();
  const inserters = new Map<number, number>();
  for (const [index, own] of runs.entries()) {
    for (const { from, to } of own) {
      const taken = from === to ? inserters.get(from) : undefined;
      if (taken !== undefined) return overlapping(taken, index, from);
      if (from === to) inserters.set(from, index);
      for (let line = from; line < to; line++) {
        const changer = changers.get(line);
        if (changer !== undefined) return overlapping(changer, index, line);
        changers.set(line, index);
      }
    }
  }
  for (const [index, { first, end }] of placed.entries()) {
    for (let line = first; line < end; line++) {
      const other = changers.get(line) ?? index;
      const within = line > first ? (inserters.get(line) ?? index) : index;
      if (other !== index) return overlapping(other, index, line);
      if (within !== index) return overlapping(within, index, line);
    }
  }
  return undefined;
}

function overlapping(one: number, other: number, line: number): EditRefusal {
  const [first, second] = [Math.min(one, other) + 1, Math.max(one, other) + 1];
  return refusal(
    "overlapping_hunks",
    `hunks ${first} and ${second} meet at line ${line + 1}, where one changes what the other holds; make one hunk of them`,
    { at: [first, second] },
  );
}
