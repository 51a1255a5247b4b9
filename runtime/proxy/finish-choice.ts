import type { Ids } from "../ports/mod.ts";
import type { ChatRequest } from "./chat-request.ts";
import type { ChoiceRecovery } from "./choice-recovery.ts";
import type { Counters } from "./counters.ts";
import type { ChoiceReport } from "./report.ts";

/** As OpenAI has it. */
export interface ToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface FinishedChoice {
  /** Text that is still to be delivered, before the calls. */
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly finishReason: string | null;
  readonly report: ChoiceReport;
}

/** Nine letters and digits: the one form that every chat template takes. */
const ID_LENGTH = 9;

/**
 * Ends the reading of one answer. With calls it finished because of them, also where the upstream saw text alone; only
 * `length` stays when the limit cut another call short.
 *
 * @param upstreamReason The `finish_reason` that the upstream gave, null when it gave none.
 */
export function finishChoice(
  index: number,
  recovery: ChoiceRecovery,
  upstreamReason: string | null,
  { chat, ids, counters }: { chat: ChatRequest; ids: Ids; counters: Counters },
): FinishedChoice {
  const { text, calls, errors, cutAt } = recovery.end();
  const kept = chat.allowsParallelCalls ? calls : calls.slice(0, 1);
  const named = kept.map((call) => ({ call, id: ids.hex(5).slice(0, ID_LENGTH) }));
  const wasCutShort = upstreamReason === "length" && errors.some(({ error }) => error === "truncated");
  for (const { format } of calls) counters.add("calls_recovered", format);
  for (const { error } of errors) counters.add("calls_refused", error);
  if (cutAt !== null) {
    counters.add("results_cut");
    counters.add("characters_dropped", undefined, recovery.droppedUnits);
  }
  return {
    text,
    calls: named.map(({ call, id }) => ({
      id,
      type: "function",
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    })),
    finishReason: kept.length > 0 && !wasCutShort ? "tool_calls" : upstreamReason,
    report: {
      index,
      recovered: named.map(({ call, id }) => ({
        id,
        name: call.name,
        format: call.format,
        mismatched: call.mismatched,
      })),
      cut: cutAt === null ? null : { at: cutAt, droppedUnits: recovery.droppedUnits },
      errors,
      leftOut: calls.slice(kept.length).map(({ name }) => ({ name })),
    },
  };
}
