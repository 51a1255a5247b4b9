import type { Headline, Workbench } from "../../app/mod.ts";
import type { Moment, Reading, Segment } from "../../wire/mod.ts";
import { readings } from "./wire-results.ts";

/** What became of the stream so far. */
export function wireHeadline(_bench: Workbench): Headline {
  const isWaiting = !readings.isSettled.value;
  const reading = readings.answer.value;
  if (reading === null) return { tone: "none", joint: "open", sentence: "Getting ready", why: "", isWaiting: true };
  return { ...headlineOf(reading), isWaiting };
}

export function headlineOf(reading: Reading): Headline {
  if (reading.kind === "refused")
    return { tone: "bad", joint: "split", sentence: "Nothing was read", why: reading.message };
  const { now, end } = reading;
  if (end.segments.length === 0)
    return {
      tone: "none",
      joint: "open",
      sentence: "There is no text",
      why: "Paste what a model wrote, or choose a sample.",
    };
  if (now.cut !== null) return ofCut(now, now.cut.marker);
  if (!now.isOver) return ofStream(now);
  const [error] = now.errors;
  if (error !== undefined) {
    const beside = now.calls.length === 0 ? "No call was recovered" : `${calls(now)} beside it stand`;
    return {
      tone: error.error === "truncated" ? "warn" : "bad",
      joint: error.error === "unknown_tool" ? "absent" : error.error === "truncated" ? "open" : "split",
      sentence: SENTENCES[error.error],
      why: `${upper(error.message)}. ${beside}.`,
    };
  }
  if (now.calls.length === 0)
    return {
      tone: "none",
      joint: "absent",
      sentence: "There is no call",
      why: "All of it is text for the user: nothing in it names a tool in a way that only a call does.",
    };
  return { tone: "good", joint: "seated", sentence: `Recovered: ${calls(now)}`, why: namesOf(now) };
}

const SENTENCES = {
  truncated: "A call began and its end never came",
  unknown_tool: "A call to a tool that is not there",
  malformed: "A call that has not one safe reading",
} as const;

function ofCut(now: Moment, marker: string): Headline {
  return {
    tone: "warn",
    joint: "seated",
    sentence: `${calls(now)} kept, the made-up result cut`,
    why: `“${marker}” begins a result that no tool gave. Nothing behind it is read, and the request is ended there.`,
  };
}

function ofStream(now: Moment): Headline {
  const held = lengthOf(now, "held");
  if (held > 0)
    return {
      tone: "none",
      joint: "open",
      sentence: `${characters(held)} are held back`,
      why: "They may be part of a call. The rest went to the user as soon as it could not be one.",
    };
  return {
    tone: "none",
    joint: "open",
    sentence: "Text passes through",
    why: "What has come can be no part of a call, so it went to the user at once.",
  };
}

/** Characters of a kind, in all its stretches. */
export function lengthOf({ segments }: Moment, kind: Segment["kind"]): number {
  return segments.reduce((sum, one) => sum + (one.kind === kind ? one.end - one.start : 0), 0);
}

export function calls({ calls: list }: Pick<Moment, "calls">): string {
  return list.length === 1 ? "1 call" : `${list.length} calls`;
}

export function characters(count: number): string {
  return count === 1 ? "1 character" : `${count} characters`;
}

function namesOf({ calls: list }: Moment): string {
  const [first] = list;
  if (first === undefined) return "";
  const others = list.length === 1 ? "" : ` and ${list.length - 1} more`;
  return `${first.name}${others}, written as ${first.title}, on ${first.evidence} evidence.`;
}

function upper(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
}
