import { ERROR_CODES, type ErrorCode } from "../../../../runtime/errors.ts";
import type { Headline, Tone, Workbench } from "../../app/mod.ts";
import type { ShownEdit } from "../../engine/operations/preview.ts";
import { matchInputs } from "./match-inputs.ts";
import { isSettled } from "./match-state.ts";
import { jointOf, STALENESS_EXIT, toneOf } from "./refusal-joint.ts";
import { type Shown, shown } from "./shown.ts";

/** The decision in a sentence, from what the core answered. */
export function matchHeadline(bench: Workbench): Headline | null {
  const now = shown(bench);
  if (now === null) return { tone: "none", joint: "open", sentence: "Getting ready", why: "", isWaiting: true };
  return { ...sentenceOf(bench, now), isWaiting: !isSettled.value };
}

function sentenceOf(bench: Workbench, { answer, edit, isWhatIf, applied }: Shown): Headline {
  const { result } = answer;
  if (applied !== null && !isWhatIf) return appliedHeadline(applied);
  if (matchInputs(bench).old_text === "") {
    return {
      tone: "none",
      joint: "open",
      sentence: "Nothing to look for yet",
      why: "Put the text to replace into the needle.",
    };
  }
  if (!isWhatIf && !result.success && edit?.errorCode !== result.error_code)
    return refused(result.error_code, result.error, edit);
  if (edit === null)
    return refused(result.success ? "internal" : result.error_code, result.success ? "" : result.error, null);
  if (edit.errorCode !== null) return refused(errorCodeOf(edit.errorCode), edit.message, edit);
  return placed(edit);
}

function appliedHeadline({ result }: Shown["answer"]): Headline {
  if (!result.success) return refused(result.error_code, result.error, null);
  return {
    tone: "good",
    joint: "seated",
    sentence: "Applied",
    why: "The file was written. Change the needle to try the next edit on it.",
  };
}

function placed(edit: ShownEdit): Headline {
  const [first] = edit.places;
  const strategy = edit.match.strategy ?? "";
  const after = edit.rows.filter(({ reason }) => reason === "not_reached").length;
  const rest =
    after === 0
      ? "It was the last to be asked."
      : `The ${after === 1 ? "one" : numberWord(after)} after it ${after === 1 ? "was" : "were"} not asked.`;
  const where =
    edit.places.length === 1 && first !== undefined
      ? `One place fits: ${linesOf(first)}`
      : `${edit.places.length} places, all meant`;
  const tone: Tone = edit.requiresReview ? "warn" : "good";
  const review = edit.requiresReview ? " Look at the result: what lies between was never compared." : "";
  return { tone, joint: "seated", sentence: where, why: `${strategy} decided. ${rest}${review}` };
}

/** How a refusal is drawn: by its code where the picture differs, else by what kind of refusal it is. */
function refused(code: ErrorCode, message: string, edit: ShownEdit | null): Headline {
  return { tone: toneOf(code), joint: jointOf(code), sentence: titleOf(code, edit), why: asSentence(message) };
}

function titleOf(code: ErrorCode, edit: ShownEdit | null): string {
  const count = edit?.rows.findLast(({ candidates }) => candidates > 0)?.candidates ?? 0;
  switch (code) {
    case "not_found":
      return "No place fits";
    case "ambiguous":
      return `${count} places fit, so none is meant`;
    case "unexpected_replacement_count":
      return `${count} ${count === 1 ? "place" : "places"}, and another number was expected`;
    case "oversized_span":
      return "The place holds far more than the needle";
    case "overlapping_matches":
      return "Two places share text";
    case "elision_placeholder":
      return "The needle leaves lines out";
    case "replace_all_not_allowed":
      return "Not every place at once: nobody compared them";
    case "no_sound_mapping":
      return "A place fits, but the new text cannot be laid there";
    case "no_change":
      return "Nothing would change";
    default:
      return ERROR_CODES[code].exitCode === STALENESS_EXIT ? "The file is not as this session saw it" : "Refused";
  }
}

/** The core's own words start with the tool and the file, which stand beside it already. */
function asSentence(message: string): string {
  const text = message.replace(/^edit_file: (?:"[^"]*" is unchanged: )?/, "");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

function errorCodeOf(code: string): ErrorCode {
  return isErrorCode(code) ? code : "internal";
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}

export function linesOf({ startLine, endLine }: { readonly startLine: number; readonly endLine: number }): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
}

function numberWord(count: number): string {
  return ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"][count] ?? String(count);
}
