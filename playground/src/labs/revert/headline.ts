import { PLAN_LETTERS, type PlanEntry } from "../../../../runtime/checkpoints/mod.ts";
import { ERROR_CODES } from "../../../../runtime/errors.ts";
import type { Headline, Tone, Workbench } from "../../app/mod.ts";
import type { CallAnswer } from "../../engine/frame.ts";
import { turnResults } from "./revert-results.ts";

const TONES: Readonly<Record<string, Tone>> = { R: "good", D: "warn", A: "none", U: "bad", F: "bad" };
const DRIFT_EXIT = 6;

export function toneOfPlan(status: PlanEntry["status"]): Tone {
  return TONES[PLAN_LETTERS[status]] ?? "none";
}

/** What the revert at the playhead did, else what a revert of the open turn would do. */
export function revertHeadline(bench: Workbench): Headline | null {
  const isWaiting = !turnResults.isSettled.value || !bench.isFolded.value;
  const done = revertAtPlayhead(bench);
  if (done !== null) return { ...ofRevert(done), isWaiting };
  const turns = turnResults.answer.value;
  if (turns === null) return { tone: "none", joint: "open", sentence: "Getting ready", why: "", isWaiting: true };
  if (turns.detail === null)
    return {
      tone: "none",
      joint: "open",
      sentence: "No turn has written anything",
      why: "Let an agent edit or write a file, and its turn can be taken back.",
      isWaiting,
    };
  return { ...ofPlan(turns.detail.plan, turns.detail.turn_id), isWaiting };
}

export function revertAtPlayhead(bench: Workbench): CallAnswer | null {
  const answer = bench.frame.value?.answer ?? null;
  return answer?.tool === "revert_turn" ? answer : null;
}

function ofRevert({ result, arguments: args }: CallAnswer): Headline {
  const isUndo = args.undo_revert === true;
  if (!result.success) {
    const isDrift = ERROR_CODES[result.error_code].exitCode === DRIFT_EXIT;
    return {
      tone: isDrift ? "warn" : "bad",
      joint: isDrift ? "moved" : "split",
      sentence: isDrift ? "Refused: nothing was touched" : "It could not all be brought back",
      why: asSentence(result.error),
    };
  }
  const data: Readonly<Record<string, unknown>> = { ...result.data };
  const count = typeof data.reverted_count === "number" ? data.reverted_count : 0;
  const files = count === 1 ? "1 file" : `${count} files`;
  if (count === 0)
    return {
      tone: "none",
      joint: "seated",
      sentence: "Nothing was left to do",
      why: "Every file is as it was before the turn.",
    };
  return {
    tone: args.force === true ? "warn" : "good",
    joint: "seated",
    sentence: isUndo ? `Brought back: ${files}` : `Taken back: ${files}`,
    why: isUndo
      ? "The revert is undone: what it had overwritten is there again."
      : `What was overwritten is kept as a turn of its own, so this can be undone.`,
  };
}

function ofPlan(plan: readonly PlanEntry[], turn: string): Headline {
  const letters = plan.map(({ status }) => PLAN_LETTERS[status]);
  const count = (letter: string) => letters.filter((one) => one === letter).length;
  const [drifted, lost, ready, done] = [count("D"), count("U") + count("F"), count("R"), count("A")];
  if (drifted > 0)
    return {
      tone: "warn",
      joint: "moved",
      sentence: `Taking ${turn} back would be refused`,
      why: `${files(drifted)} changed since the agent wrote ${drifted === 1 ? "it" : "them"}: somebody's newer work would be lost.`,
    };
  if (lost > 0)
    return {
      tone: "bad",
      joint: "split",
      sentence: `${files(lost)} of ${turn} cannot be brought back`,
      why: "The content before the turn is not in the store, or is not what its name says.",
    };
  if (ready === 0 && done > 0)
    return {
      tone: "none",
      joint: "seated",
      sentence: `${turn} is taken back already`,
      why: "Every file is as it was before it.",
    };
  return {
    tone: "good",
    joint: "seated",
    sentence: `${turn} can be taken back: ${files(ready)}`,
    why: "Each file is as the agent left it, and the content before is in the store.",
  };
}

function files(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}

function asSentence(message: string): string {
  const text = message.replace(/^[a-z_]+: /, "");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
