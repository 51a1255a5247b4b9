import { ERROR_CODES } from "../../../../runtime/errors.ts";
import { VERDICT_LETTERS, type Verdict } from "../../../../runtime/file-state/mod.ts";
import type { Headline, Tone, Workbench } from "../../app/mod.ts";
import { describeEvent } from "../../document/mod.ts";
import type { CallAnswer } from "../../engine/frame.ts";
import { type Focus, focusOf } from "./focus.ts";
import { modeResults } from "./state-results.ts";

const TONES: Readonly<Record<string, Tone>> = { O: "good", N: "none", S: "warn", G: "bad" };
const STALENESS_EXIT = 5;

export function toneOf(verdict: Verdict): Tone {
  return TONES[VERDICT_LETTERS[verdict]] ?? "none";
}

/** What the event at the playhead did, in a sentence. */
export function stateHeadline(bench: Workbench): Headline | null {
  const focus = focusOf(bench);
  const isWaiting = !modeResults.isSettled.value || !bench.isFolded.value;
  if (focus === null) return { tone: "none", joint: "open", sentence: "Getting ready", why: "", isWaiting: true };
  return { ...sentenceOf(focus), isWaiting };
}

function sentenceOf(focus: Focus): Headline {
  const { event, frame } = focus;
  if (event === null)
    return {
      tone: "none",
      joint: "open",
      sentence: "The starting tree",
      why: "Nobody has read anything yet. Let an agent read a file, or step on.",
    };
  if (event.skipped)
    return { tone: "none", joint: "open", sentence: "This event is skipped", why: "What follows goes on without it." };
  if (frame.answer !== null) return ofCall(frame.answer);
  if (frame.trouble !== null)
    return { tone: "warn", joint: "absent", sentence: "It could not happen", why: `${capital(frame.trouble)}.` };
  return ofOutside(focus);
}

function ofCall({ tool, session, result, arguments: args }: CallAnswer): Headline {
  const path = typeof args.path === "string" ? args.path : "the tree";
  if (!result.success) {
    const isStaleness = ERROR_CODES[result.error_code].exitCode === STALENESS_EXIT;
    return {
      tone: isStaleness ? "warn" : "bad",
      joint: isStaleness ? "moved" : "absent",
      sentence: `Refused: ${path} stays as it is`,
      why: asSentence(result.error),
    };
  }
  if (tool === "read_file")
    return {
      tone: "good",
      joint: "seated",
      sentence: `Agent ${session} has seen ${path}`,
      why: "Time, size and hash are remembered for this session, and for no other.",
    };
  const { warning } = result;
  if (typeof warning === "string" && warning !== "")
    return { tone: "warn", joint: "moved", sentence: `Written, with a warning: ${path}`, why: asSentence(warning) };
  return {
    tone: "good",
    joint: "seated",
    sentence: `Written: ${path}`,
    why: `What agent ${session} knew was what was there. Its own write counts as a look.`,
  };
}

/** Somebody changed the tree behind the tools: what that makes of the observer's knowledge. */
function ofOutside({ event, seen, path, session, frame }: Focus): Headline {
  const what = event === null ? "" : capital(describeEvent(event));
  if (event?.type === "crash")
    return {
      tone: "none",
      joint: "absent",
      sentence: "The server restarts",
      why: "What sessions had seen was in memory and is gone; files and checkpoints stay.",
    };
  if (event?.type === "shell")
    return {
      tone: "none",
      joint: "absent",
      sentence: `Agent ${event.session} has to look again`,
      why: "A command may have changed anything, so all that its session saw is forgotten.",
    };
  const now = path === null ? undefined : seen[path];
  if (now === undefined || path === null)
    return {
      tone: "none",
      joint: "open",
      sentence: `${what}: ${path ?? "the tree"}`,
      why: `Agent ${session} knows nothing of it.`,
    };
  const holds = VERDICT_LETTERS[now.verdict] === "O";
  const is = frame.files.some((file) => file.path === path) ? "" : "; there is no file now";
  return {
    tone: toneOf(now.verdict),
    joint: holds ? "seated" : now.observation === null ? "open" : "moved",
    sentence: `For agent ${session}, ${path} is ${now.verdict}`,
    why: holds ? `${what}; the bytes are those it saw.` : `${what}${is}.`,
  };
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function asSentence(message: string): string {
  const text = capital(message.replace(/^[a-z_]+: /, ""));
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
