import { type PlainCall, parseWireText, renderCalls, type WireFormatName, type WireResult } from "../wire/mod.ts";
import { checkAnswer } from "./check-answer.ts";
import { DISTURBANCES, type Disturbance, fabricated, noisy, truncated } from "./disturb.ts";
import type { EvalItem } from "./items.ts";
import { referenceCalls } from "./reference-calls.ts";
import { toolOf } from "./tool-schema.ts";
import { isEqual } from "./values.ts";

export interface Score {
  /** Texts that were read. */
  tried: number;
  /** Texts from which exactly the meant calls came back; of a truncated text: no call that was not meant, whole. */
  recovered: number;
  strict: number;
  bipartite: number;
  /** Answers that the format has no way to write. */
  refused: number;
}

export interface EvalFailure {
  readonly id: string;
  readonly category: string;
  readonly format: WireFormatName;
  readonly disturbance: Disturbance;
  readonly text: string;
  readonly read: readonly PlainCall[];
  readonly error: string | null;
}

export interface EvalReport {
  readonly items: number;
  readonly scores: Readonly<Record<string, Readonly<Record<Disturbance, Score>>>>;
  readonly failures: readonly EvalFailure[];
  readonly failureCount: number;
}

const MOST_FAILURES = 20;

/** Writes every accepted answer in each format, plain and disturbed, and reads it back. */
export function evaluateReferences(items: readonly EvalItem[], formats: readonly WireFormatName[]): EvalReport {
  const scores: Record<string, Record<Disturbance, Score>> = {};
  const failures: EvalFailure[] = [];
  let failureCount = 0;
  const written = items.filter(({ accepted }) => accepted.length > 0);
  for (const format of formats) {
    const byDisturbance = emptyScores();
    scores[format] = byDisturbance;
    for (const item of written) {
      for (const failure of tryItem(item, format, byDisturbance)) {
        failureCount += 1;
        if (failures.length < MOST_FAILURES) failures.push(failure);
      }
    }
  }
  return { items: items.length, scores, failures, failureCount };
}

function emptyScores(): Record<Disturbance, Score> {
  const empty = (): Score => ({ tried: 0, recovered: 0, strict: 0, bipartite: 0, refused: 0 });
  return { clean: empty(), noisy: empty(), truncated: empty(), fabricated: empty() };
}

function tryItem(item: EvalItem, format: WireFormatName, scores: Record<Disturbance, Score>): EvalFailure[] {
  const tools = item.functions.map((description) => toolOf(description, item.category));
  const calls = referenceCalls(item);
  const rendered = renderCalls(format, calls, { tools });
  if (rendered.kind === "refused") {
    for (const disturbance of DISTURBANCES) scores[disturbance].refused += 1;
    return [];
  }
  const failures: EvalFailure[] = [];
  for (const disturbance of DISTURBANCES) {
    for (const { text, isRight } of disturbed(disturbance, format, rendered.text, calls)) {
      const read = parseWireText(text, { tools });
      const score = scores[disturbance];
      score.tried += 1;
      const verdict = checkAnswer(item, read.calls.length === 0 && read.error !== null ? null : read.calls);
      if (verdict.strict === null) score.strict += 1;
      if (verdict.bipartite === null) score.bipartite += 1;
      if (isRight(read)) score.recovered += 1;
      else failures.push(failureOf(item, format, disturbance, text, read));
    }
  }
  return failures;
}

interface Trial {
  readonly text: string;
  isRight(read: WireResult): boolean;
}

function disturbed(
  disturbance: Disturbance,
  format: WireFormatName,
  text: string,
  calls: readonly PlainCall[],
): readonly Trial[] {
  const isWhole = ({ calls: read, error }: WireResult) => error === null && areSame(read, calls);
  switch (disturbance) {
    case "clean":
      return [{ text, isRight: isWhole }];
    case "noisy":
      return [{ text: noisy(text), isRight: isWhole }];
    case "truncated":
      return truncated(text).map((begun) => ({
        text: begun,
        isRight: ({ calls: read }) => isSafe(begun, read, calls),
      }));
    case "fabricated": {
      const fiction = fabricated(format, text, calls[0]?.name ?? "");
      // White space between the last call and the marker may go with it.
      const isCutThere = (at: number | null) => at !== null && at <= fiction.markerAt && at >= text.trimEnd().length;
      return [{ text: fiction.text, isRight: (read) => isWhole(read) && isCutThere(read.cutAt) }];
    }
  }
}

/**
 * Nothing that was not meant would run. Behind a closed value nothing tells whether another optional one was to follow, so
 * the last call may lack some there.
 */
function isSafe(text: string, read: readonly PlainCall[], meant: readonly PlainCall[]): boolean {
  if (areSame(read, meant.slice(0, read.length))) return true;
  const last = read.at(-1);
  const meantLast = meant[read.length - 1];
  if (last === undefined || meantLast === undefined || !/<\/(arg_value|parameter)>\s*$/.test(text)) return false;
  const given = Object.entries(last.arguments);
  const isPart = given.every(([name, value]) => isEqual(value, meantLast.arguments[name] ?? null));
  return isPart && last.name === meantLast.name && areSame(read.slice(0, -1), meant.slice(0, read.length - 1));
}

function areSame(read: readonly PlainCall[], meant: readonly PlainCall[]): boolean {
  return (
    read.length === meant.length &&
    read.every(
      ({ name, arguments: given }, at) => name === meant[at]?.name && isEqual(given, meant[at]?.arguments ?? null),
    )
  );
}

function failureOf(
  { id, category }: EvalItem,
  format: WireFormatName,
  disturbance: Disturbance,
  text: string,
  read: WireResult,
): EvalFailure {
  const calls = read.calls.map(({ name, arguments: given }) => ({ name, arguments: given }));
  const shared = { id, category: category.name, format, disturbance, text };
  return { ...shared, read: calls, error: read.error?.error ?? null };
}
