import { dominantEnding, lineBodies, splitLines, textStart, trim, withEnding } from "../text/mod.ts";
import { findEditMatch } from "./find-edit-match.ts";
import type { Matcher } from "./matchers/matcher.ts";
import { MATCHERS, type MatchStrategy } from "./matchers/registry.ts";
import { type Parting, partingOf } from "./parting.ts";
import { STRATEGY_VIEWS } from "./strategy-views.ts";
import type { EditMatch, MatchOptions, TraceStep } from "./types.ts";

/** A match with what each strategy did and saw, for teaching and for reports. */
export interface EditTrace {
  readonly match: EditMatch;
  /** One per strategy, in the order in which they were asked. */
  readonly rows: readonly StrategyRow[];
}

export interface StrategyRow extends TraceStep {
  /** How long it took; `null` without a clock, or when it was not asked. */
  readonly elapsedMs: number | null;
  /** What it took the needle for, where that is not what was given. */
  readonly reading?: string;
  /** Needle and file as it compares them; empty when it was not asked, or when there is no block to compare with. */
  readonly lines: readonly ComparedLine[];
  /** Index into `lines` of the first that differs, and how. */
  readonly parting?: Parting & { readonly index: number };
}

export interface ComparedLine {
  /** From 1. `fileLine` is past the end of the file where `file` is `null`. */
  readonly needleLine: number;
  readonly fileLine: number;
  readonly needle: string;
  readonly file: string | null;
  /** `false`: the strategy takes this line on trust; both sides are then as they stand. */
  readonly compared: boolean;
}

/** Blocks longer than this are shown up to here. */
const MAX_LINES = 200;

/**
 * As `findEditMatch`, with what each strategy compared. The block beside the needle is where a strategy found it, else
 * the nearest one.
 */
export function traceEditMatch(content: string, oldText: string, options: MatchOptions = {}): EditTrace {
  return traced(content, oldText, options, (watched) => findEditMatch(content, oldText, watched));
}

/** The same around any decision that tells its steps. */
export function traced(
  content: string,
  oldText: string,
  options: MatchOptions,
  decide: (watched: MatchOptions) => EditMatch,
): EditTrace {
  const { now } = options;
  const steps: (TraceStep & { readonly elapsedMs: number | null })[] = [];
  let since = now?.() ?? 0;
  const match = decide({
    ...options,
    onStep: (step) => {
      const at = now?.() ?? 0;
      steps.push({ ...step, elapsedMs: step.ran && now !== undefined ? at - since : null });
      since = at;
      options.onStep?.(step);
    },
  });
  const block = blockOf(match, oldText);
  return { match, rows: steps.map((step) => ({ ...step, ...comparisonOf(step, content, oldText, block) })) };
}

/** Lines of the file, from 1, that the needle is set against. */
interface Block {
  readonly startLine: number;
  /** `null`: as high as the needle. */
  readonly endLine: number | null;
}

/** `null` when nothing is near. */
function blockOf(match: EditMatch, oldText: string): Block | null {
  const place = match.candidates?.[0];
  if (place !== undefined) return place;
  if (match.kind === "matched" || match.closestMatch === undefined) return null;
  const bodies = lineBodies(oldText, splitLines(oldText));
  const blankAbove = Math.max(
    0,
    bodies.findIndex((body) => trim(body) !== ""),
  );
  return { startLine: Math.max(1, match.closestMatch.startLine - blankAbove), endLine: null };
}

function comparisonOf(
  step: TraceStep,
  content: string,
  oldText: string,
  block: Block | null,
): Pick<StrategyRow, "reading" | "lines" | "parting"> {
  if (!step.ran || block === null) return { lines: [] };
  const matcher: Matcher | undefined = MATCHERS.find(({ name }) => name === step.strategy);
  const reading = matcher?.readNeedle?.(oldText) ?? oldText;
  const isTrusting = matcher?.requiresReview === true && block.endLine !== null;
  const lines = isTrusting
    ? trustedLines(step.strategy, content, reading, { ...block, endLine: block.endLine })
    : comparedLines(step.strategy, content, reading, block.startLine);
  const index = lines.findIndex(({ compared, needle, file }) => compared && needle !== file);
  const parted = lines[index];
  return {
    ...(reading !== oldText && { reading }),
    lines,
    ...(parted !== undefined && { parting: { index, ...partingAt(parted) } }),
  };
}

function partingAt({ needle, file }: ComparedLine): Parting {
  if (file !== null) return partingOf(needle, file);
  return { ...partingOf(needle, ""), fileSays: "the end of the file" };
}

function comparedLines(strategy: MatchStrategy, content: string, reading: string, block: number): ComparedLine[] {
  const isExact = strategy === "exact";
  const needle = linesOf(withEnding(reading, dominantEnding(content)), 0, isExact).slice(0, MAX_LINES);
  const all = linesOf(content, textStart(content), isExact);
  const file = all.slice(block - 1, block - 1 + needle.length);
  // The last line of a needle without a line end says nothing of the line end in the file.
  const last = needle.at(-1) ?? "";
  if (isExact && file.length === needle.length && !/[\r\n]$/.test(last)) file.push(withoutEnd(file.pop() ?? ""));
  const view = STRATEGY_VIEWS[strategy];
  const needleView = view(needle);
  const fileView = view(file);
  return needle.map((given, index) => ({
    needleLine: index + 1,
    fileLine: block + index,
    needle: needleView[index] ?? given,
    file: fileView[index] ?? file[index] ?? null,
    compared: needleView[index] !== null,
  }));
}

/** First and last line of a place against those of the needle; what lies between, however much, was not compared. */
function trustedLines(
  strategy: MatchStrategy,
  content: string,
  reading: string,
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
): ComparedLine[] {
  const needle = linesOf(reading, 0, false);
  const file = linesOf(content, textStart(content), false).slice(startLine - 1, endLine);
  const needleView = STRATEGY_VIEWS[strategy](needle);
  const fileView = STRATEGY_VIEWS[strategy](file);
  return file.slice(0, MAX_LINES).map((body, index) => {
    const isLast = index === file.length - 1;
    const needleLine = isLast ? needle.length : index + 1;
    const compared = index === 0 || isLast;
    const seen = compared ? (needleView[needleLine - 1] ?? "") : (needle[needleLine - 1] ?? "");
    return { needleLine, fileLine: startLine + index, needle: seen, file: fileView[index] ?? body, compared };
  });
}

function linesOf(text: string, from: number, withEnds: boolean): string[] {
  return splitLines(text, from).map(({ start, end, next }) => text.slice(start, withEnds ? next : end));
}

function withoutEnd(line: string): string {
  return line.replace(/[\r\n]+$/, "");
}
