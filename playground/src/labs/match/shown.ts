import type { Workbench } from "../../app/mod.ts";
import type { CallAnswer } from "../../engine/frame.ts";
import type { ShownEdit } from "../../engine/operations/preview.ts";
import { matchInputs } from "./match-inputs.ts";
import { preview } from "./match-state.ts";

export interface Shown {
  readonly answer: CallAnswer;
  /** `null`: the file is no text. */
  readonly edit: ShownEdit | null;
  readonly isWhatIf: boolean;
  /** This very edit has been applied: the playhead stands on it. */
  readonly applied: CallAnswer | null;
}

/** What the lab shows: the what-if result while a switch is on, else the true one. */
export function shown(bench: Workbench): Shown | null {
  const result = preview.value;
  if (result === null) return null;
  const edit = result.whatIf ?? result.shown;
  return { answer: result.answer, edit, isWhatIf: result.whatIf !== null, applied: appliedAnswer(bench) };
}

function appliedAnswer(bench: Workbench): CallAnswer | null {
  const answer = bench.frame.value?.answer ?? null;
  if (answer === null || answer.tool !== "edit_file") return null;
  const { old_text, new_text } = matchInputs(bench);
  return answer.arguments.old_text === old_text && answer.arguments.new_text === new_text ? answer : null;
}
