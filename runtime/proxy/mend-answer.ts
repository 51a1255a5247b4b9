import { isRecord } from "../schema.ts";
import { ChoiceRecovery } from "./choice-recovery.ts";
import { hasStructuredCall, type Json } from "./chunk.ts";
import { finishChoice } from "./finish-choice.ts";
import { type ChoiceReport, isUnchanged, reportField } from "./report.ts";
import type { RelayContext } from "./stream-relay.ts";

export interface MendedAnswer {
  /** Null: nothing was to be changed, the bytes go out as they came. */
  readonly body: Json | null;
  readonly reports: readonly ChoiceReport[];
}

/** Recovers the calls in an answer that came whole. */
export function mendAnswer(body: Json, context: RelayContext): MendedAnswer {
  if (!Array.isArray(body.choices) || context.chat.tools.length === 0) return { body: null, reports: [] };
  const reports: ChoiceReport[] = [];
  const choices = body.choices.map((choice: unknown, at) => {
    const mended = isRecord(choice) ? mendChoice(choice, at, context) : null;
    if (mended === null) return choice;
    reports.push(mended.report);
    return mended.choice;
  });
  if (reports.length === 0) return { body: null, reports };
  return { body: { ...body, choices, x_mortise: reportField(reports, context.retries) }, reports };
}

function mendChoice(choice: Json, at: number, context: RelayContext): { choice: Json; report: ChoiceReport } | null {
  const { message, finish_reason: reason } = choice;
  if (!isRecord(message) || typeof message.content !== "string") return null;
  if (hasStructuredCall(message)) {
    context.counters.add("structured_answers");
    return null;
  }
  const recovery = new ChoiceRecovery(context.chat.tools);
  const begun = recovery.push(message.content);
  const index = typeof choice.index === "number" ? choice.index : at;
  const finished = finishChoice(index, recovery, typeof reason === "string" ? reason : null, context);
  const { calls, report, finishReason } = finished;
  if (isUnchanged(report)) return null;
  const text = begun + finished.text;
  const content = text === "" && calls.length > 0 ? null : text;
  const changed = { ...message, content, ...(calls.length > 0 && { tool_calls: calls }) };
  return { choice: { ...choice, message: changed, finish_reason: finishReason }, report };
}
