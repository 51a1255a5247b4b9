import type { PlainCall } from "../wire/mod.ts";
import { type CheckError, checkCall, wireName } from "./check-call.ts";
import type { AcceptedCall, EvalItem } from "./items.ts";

/** `null`: right. */
export interface AnswerScore {
  readonly strict: CheckError | null;
  readonly bipartite: CheckError | null;
}

/**
 * Scores the calls of one answer.
 *
 * @param calls Null: the text held something that was meant as a call and could not be read. It counts as no call.
 */
export function checkAnswer(item: EvalItem, calls: readonly PlainCall[] | null): AnswerScore {
  const made = calls ?? [];
  switch (item.category.expects) {
    case "none":
      return both(made.length === 0 ? null : "decoder_success");
    case "some":
      return both(made.length > 0 ? null : "decoder_failed");
    case "one":
      return both(calls === null ? "decoder_failed" : checkOne(item, made));
    case "many":
      return calls === null ? both("decoder_failed") : checkMany(item, made);
  }
}

function both(error: CheckError | null): AnswerScore {
  return { strict: error, bipartite: error };
}

function checkOne(item: EvalItem, calls: readonly PlainCall[]): CheckError | null {
  const [call, ...others] = calls;
  const [accepted] = item.accepted;
  if (call === undefined || accepted === undefined || others.length > 0) return "wrong_count";
  return errorOf(item, call, accepted);
}

function checkMany(item: EvalItem, calls: readonly PlainCall[]): AnswerScore {
  if (calls.length !== item.accepted.length) return both("wrong_count");
  const fits = item.accepted.map((accepted) => calls.map((call) => errorOf(item, call, accepted) === null));
  const strict = greedyPairs(fits) ? null : "cannot_find_match";
  return { strict, bipartite: strict === null || hasPairing(fits) ? null : "cannot_find_match" };
}

function errorOf({ functions, category }: EvalItem, call: PlainCall, accepted: AcceptedCall): CheckError | null {
  const described = functions.find(({ name }) => wireName(name) === wireName(accepted.name));
  return described === undefined ? "wrong_func_name" : checkCall(call, accepted, described, category);
}

/** Each accepted call takes the first call that fits and is still free. */
function greedyPairs(fits: readonly (readonly boolean[])[]): boolean {
  const taken = new Set<number>();
  return fits.every((row) => {
    const at = row.findIndex((isFit, column) => isFit && !taken.has(column));
    taken.add(at);
    return at >= 0;
  });
}

/** Whether all can be paired at once: an augmenting path for each row. */
function hasPairing(fits: readonly (readonly boolean[])[]): boolean {
  const rowOf = new Map<number, number>();
  const place = (row: number, tried: Set<number>): boolean => {
    const columns = (fits[row] ?? []).flatMap((isFit, column) => (isFit && !tried.has(column) ? [column] : []));
    return columns.some((column) => {
      tried.add(column);
      const holder = rowOf.get(column);
      if (holder !== undefined && !place(holder, tried)) return false;
      rowOf.set(column, row);
      return true;
    });
  };
  return fits.every((_, row) => place(row, new Set()));
}
