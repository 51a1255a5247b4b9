import { parseWireText, type WireFormatName } from "../wire/mod.ts";
import { checkAnswer } from "./check-answer.ts";
import type { CheckError } from "./check-call.ts";
import type { EvalItem } from "./items.ts";
import { toolOf } from "./tool-schema.ts";

export interface CategoryScore {
  answers: number;
  strict: number;
  bipartite: number;
}

export interface AnswerReport {
  readonly categories: Readonly<Record<string, CategoryScore>>;
  /** Each wrong answer, with what is wrong with it. */
  readonly wrong: readonly {
    readonly id: string;
    readonly strict: CheckError | null;
    readonly bipartite: CheckError | null;
  }[];
  /** Items for which there was no answer; they are not scored. */
  readonly unanswered: number;
}

/** Scores what a model wrote, by item id. */
export function evaluateAnswers(
  items: readonly EvalItem[],
  answers: ReadonlyMap<string, string>,
  formats: readonly WireFormatName[],
): AnswerReport {
  const categories: Record<string, CategoryScore> = {};
  const wrong: AnswerReport["wrong"][number][] = [];
  let unanswered = 0;
  for (const item of items) {
    const text = answers.get(item.id);
    if (text === undefined) {
      unanswered += 1;
      continue;
    }
    const tools = item.functions.map((description) => toolOf(description, item.category));
    const read = parseWireText(text, { tools, formats });
    const score = checkAnswer(item, read.calls.length === 0 && read.error !== null ? null : read.calls);
    const sums = categories[item.category.name] ?? { answers: 0, strict: 0, bipartite: 0 };
    categories[item.category.name] = sums;
    sums.answers += 1;
    if (score.strict === null) sums.strict += 1;
    if (score.bipartite === null) sums.bipartite += 1;
    if (score.strict !== null) wrong.push({ id: item.id, ...score });
  }
  return { categories, wrong, unanswered };
}
