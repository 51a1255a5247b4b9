import { BOM, type Line, lineBodies, splitLines, textStart } from "../text/mod.ts";
import type { EditOptions } from "./apply-edit.ts";
import { type Hunk, sideOf } from "./formats/patch.ts";
import { AnchorIndex } from "./hunk-anchors.ts";
import type { PlacedHunk } from "./hunk-edits.ts";
import { findLineRuns } from "./line-runs.ts";
import { nearMiss } from "./near-miss.ts";
import { type EditRefusal, lineSpan, NAMED_PLACES, namedLines, refusal } from "./outcome.ts";
import type { ClosestMatch } from "./types.ts";

export interface PatchOptions extends EditOptions {
  /** Whether the line number of a hunk may choose between places that are alike otherwise. Default: it may. */
  readonly trustsNumbers?: boolean;
}

/** The lines of a file that hunks are looked for in. */
export class PatchedFile {
  readonly content: string;
  readonly lines: readonly Line[];
  readonly bodies: readonly string[];
  readonly anchors: AnchorIndex;

  constructor(content: string) {
    this.content = content;
    this.lines = splitLines(content, textStart(content));
    this.bodies = lineBodies(content, this.lines);
    this.anchors = new AnchorIndex(this.bodies);
  }

  isEmpty(): boolean {
    return this.lines.length === 0;
  }

  /** A diff may show the mark on line 1, where it is no part of the line. */
  withoutMark(hunk: Hunk): Hunk {
    const [oldFirst, newFirst] = [sideOf(hunk, "old")[0], sideOf(hunk, "new")[0]];
    const both = oldFirst?.text.startsWith(BOM) && (newFirst === undefined || newFirst.text.startsWith(BOM));
    if (!both || textStart(this.content) === 0) return hunk;
    const lines = hunk.lines.map((line) =>
      line === oldFirst || line === newFirst ? { ...line, text: line.text.slice(BOM.length) } : line,
    );
    return { ...hunk, lines };
  }
}

/** Finds the one place of every hunk; the first that has none, or several, is the answer. */
export function placeHunks(
  file: PatchedFile,
  hunks: readonly Hunk[],
  options: PatchOptions,
): PlacedHunk[] | EditRefusal {
  const homeless = file.isEmpty() && hunks.length === 1 ? undefined : findHomeless(hunks);
  if (homeless !== undefined) return homeless;
  const olds = hunks.map((hunk) => sideOf(hunk, "old"));
  if (file.isEmpty() && hunks.length === 1 && olds[0]?.length === 0) {
    return hunks.map((hunk) => ({ hunk, first: 0, end: 0 }));
  }
  const runs = findLineRuns(
    file.bodies,
    olds.map((old) => old.map(({ text }) => text)),
  );
  const placed: PlacedHunk[] = [];
  const failed: number[] = [];
  let failure: EditRefusal | undefined;
  for (const [index, hunk] of hunks.entries()) {
    const near = failure === undefined ? options : undefined;
    const found = placeOne(file, hunks, index, runs[index] ?? [], near, options.trustsNumbers ?? true);
    if ("kind" in found) {
      failure ??= found;
      failed.push(index + 1);
    } else {
      placed.push({ hunk, ...found });
    }
  }
  return failure === undefined ? placed : withAll(failure, failed);
}

function findHomeless(hunks: readonly Hunk[]): EditRefusal | undefined {
  const index = hunks.findIndex((hunk) => sideOf(hunk, "old").length === 0);
  if (index < 0) return undefined;
  return refusal(
    "bad_patch",
    `${named(hunks, index)} only adds lines, and nothing says where; give the line above or below as context, or use insert`,
    { at: [index + 1] },
  );
}

/** @param options Absent when no near miss is wanted. */
function placeOne(
  file: PatchedFile,
  hunks: readonly Hunk[],
  index: number,
  starts: readonly number[],
  options: EditOptions | undefined,
  trustsNumbers: boolean,
): { first: number; end: number } | EditRefusal {
  const hunk = hunks[index];
  const height = hunk === undefined ? 0 : sideOf(hunk, "old").length;
  const name = named(hunks, index);
  const at = { at: [index + 1] };
  if (hunk === undefined || starts.length === 0) {
    const block =
      hunk === undefined
        ? ""
        : sideOf(hunk, "old")
            .map(({ text }) => text)
            .join("\n");
    return missed(name, options && nearMiss(file.content, block, options), at);
  }
  const place = (first: number) => ({ first, end: first + height });
  const fitting = atEndOfFile(hunk) ? starts.filter((first) => first + height === file.lines.length) : starts;
  if (fitting.length === 0 || !agreesOnEnd(file, hunk)) {
    return refusal(
      "not_found",
      `${name} says how the file ends, and it does not end so: its lines are at ${startLines(starts)} of ` +
        `${file.lines.length}; leave that remark out or show the last line as it is`,
      at,
    );
  }
  const regions = file.anchors.regionsOf(hunk.anchors ?? []);
  if ("missing" in regions) {
    return refusal(
      "not_found",
      `${name} names the line "${regions.missing}", which the file does not have there; copy the line behind @@ from the file`,
      { ...at, ...closest(options && nearMiss(file.content, regions.missing, options)) },
    );
  }
  let left: readonly number[] = fitting;
  for (const { from, to } of regions) {
    const isAll = from === 0 && to === file.lines.length;
    left = isAll ? fitting : fitting.filter((first) => first >= from && first < to);
    if (left.length > 0) break;
  }
  const [first] = left;
  if (first === undefined) {
    return refusal(
      "not_found",
      `${name} stands at ${startLines(fitting)}, before the line that its @@ names; correct one`,
      at,
    );
  }
  if (left.length === 1) return place(first);
  const byNumber = left.find((start) => start + 1 === hunk.oldStart);
  if (byNumber !== undefined && trustsNumbers) return place(byNumber);
  const why = byNumber === undefined ? "" : ", and its line number counts in content that was not shown as it is now";
  return refusal(
    "ambiguous",
    `${name} fits ${left.length} places (${startLines(left)})${why}; add context lines until it fits one`,
    {
      ...at,
      candidates: left.slice(0, NAMED_PLACES).map((start) => ({
        start: file.lines[start]?.start ?? 0,
        end: file.lines[start + height - 1]?.next ?? 0,
        startLine: start + 1,
        endLine: start + height,
      })),
      ...(left.length > NAMED_PLACES && { candidateCount: left.length }),
    },
  );
}

function atEndOfFile(hunk: Hunk): boolean {
  return hunk.endsFile === true || hunk.lines.some(({ ending }) => ending === "");
}

/** A hunk that shows the last line without its line end is not for a file that has one. */
function agreesOnEnd(file: PatchedFile, hunk: Hunk): boolean {
  const last = file.lines.at(-1);
  return last === undefined || last.next === last.end || sideOf(hunk, "old").every(({ ending }) => ending !== "");
}

function startLines(starts: readonly number[]): string {
  return namedLines(starts.slice(0, NAMED_PLACES + 1).map((start) => start + 1));
}

function missed(name: string, near: ClosestMatch | undefined, at: Pick<EditRefusal, "at">): EditRefusal {
  const step =
    near === undefined
      ? "read the file and copy context and removed lines from it"
      : `the nearest text is at ${lineSpan(near.startLine, near.endLine)}; copy context and removed lines from there`;
  return refusal("not_found", `${name} does not occur in the file: ${step}`, { ...at, ...closest(near) });
}

function closest(near: ClosestMatch | undefined): Pick<EditRefusal, "closestMatch"> {
  return near === undefined ? {} : { closestMatch: near };
}

/** The first refusal speaks; the others are named, so that one answer serves to correct them all. */
function withAll(failure: EditRefusal, failed: readonly number[]): EditRefusal {
  if (failed.length === 1) return failure;
  const others = failed.slice(1, NAMED_PLACES + 1).join(", ") + (failed.length > NAMED_PLACES + 1 ? ", ..." : "");
  const message = `${failure.message} (${failed.length === 2 ? "hunk" : "hunks"} ${others} cannot be placed either)`;
  return { ...failure, message, at: failed };
}

function named(hunks: readonly Hunk[], index: number): string {
  return hunks.length === 1 ? "the hunk" : `hunk ${index + 1} of ${hunks.length}`;
}
