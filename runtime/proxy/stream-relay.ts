import type { Ids } from "../ports/mod.ts";
import { isRecord } from "../schema.ts";
import type { ChatRequest } from "./chat-request.ts";
import { ChoiceRecovery } from "./choice-recovery.ts";
import { hasStructuredCall, isText, type Json, objectOrNull, saysSomething, withContent } from "./chunk.ts";
import type { Counters } from "./counters.ts";
import { isTransientStatus, UpstreamFailure } from "./failure.ts";
import { type FinishedChoice, finishChoice } from "./finish-choice.ts";
import { isUnchanged, reportField } from "./report.ts";

export interface RelayContext {
  readonly chat: ChatRequest;
  readonly ids: Ids;
  readonly counters: Counters;
  /** Attempts before this one. */
  readonly retries: number;
}

/** How an answer of the stream goes on: read for calls, left alone, or over. */
type Choice = { readonly recovery: ChoiceRecovery; state: "reading" | "passing" | "ended" };

interface TakenChoice {
  /** What is left of it; null when nothing is. */
  readonly choice: Json | null;
  /** Chunks that follow the one the choice came in. */
  readonly after: readonly string[];
  readonly delivers: boolean;
}

const DONE = "[DONE]";

/**
 * One attempt at a streamed answer: what comes in as `data` of events goes out as such, with calls recovered. An event that
 * needs no change goes out as the text it came as. Chunks before the first that delivers something are held back, so that
 * a failed attempt leaves no trace.
 */
export class StreamRelay {
  readonly #context: RelayContext;
  readonly #choices = new Map<number, Choice>();
  #opening: string[] = [];
  #hasDelivered = false;
  #isDone = false;
  /** What chunks have in common, from the last one. */
  #frame: Json = {};

  constructor(context: RelayContext) {
    this.#context = context;
  }

  /** Whether the client has got a part of the answer that cannot be taken back. */
  get hasDelivered(): boolean {
    return this.#hasDelivered;
  }

  /** Nothing more is wanted from the upstream. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** @throws UpstreamFailure for an error that the upstream reports before anything was delivered, when it may pass. */
  take(event: string): string[] {
    if (this.#isDone) return [];
    if (event === DONE) return this.#close();
    const chunk = objectOrNull(event);
    if (chunk === null) return this.#send([event], true);
    if (chunk.error !== undefined && chunk.error !== null) return this.#takeError(event, chunk.error);
    if (!Array.isArray(chunk.choices) || chunk.choices.length === 0) return this.#send([event], false);
    const { choices, usage: _, x_mortise: __, ...frame } = chunk;
    this.#frame = frame;
    return this.#takeChunk(event, chunk, choices.filter(isRecord));
  }

  /**
   * The upstream's stream is at its end.
   *
   * @throws UpstreamFailure when the answer is not.
   */
  end(): string[] {
    if (this.#isDone) return [];
    const isWhole = this.#choices.size > 0 && [...this.#choices.values()].every(({ state }) => state === "ended");
    if (isWhole) return this.#close();
    throw new UpstreamFailure("broken_off", "the upstream ended its stream before the answer was complete");
  }

  #takeChunk(event: string, chunk: Json, given: readonly Json[]): string[] {
    const after: string[] = [];
    let isChanged = false;
    let delivers = false;
    const choices: Json[] = [];
    for (const choice of given) {
      const taken = this.#takeChoice(choice);
      isChanged ||= taken.choice !== choice;
      delivers ||= taken.delivers;
      if (taken.choice !== null) choices.push(taken.choice);
      after.push(...taken.after);
    }
    const whole = isChanged ? JSON.stringify({ ...chunk, choices }) : event;
    const isEmpty = choices.length === 0 && !isRecord(chunk.usage);
    const sent = this.#send(isEmpty ? after : [whole, ...after], delivers || after.length > 0);
    return this.#hasEndedEarly() ? [...sent, ...this.#close()] : sent;
  }

  #takeChoice(given: Json): TakenChoice {
    const index = typeof given.index === "number" ? given.index : 0;
    const delta = isRecord(given.delta) ? given.delta : {};
    const reason = typeof given.finish_reason === "string" ? given.finish_reason : null;
    const choice = this.#choiceAt(index);
    if (choice.state === "ended") return { choice: null, after: [], delivers: false };
    if (choice.state === "passing" || hasStructuredCall(delta) || !isText(delta.content)) {
      return {
        choice: this.#leaveAlone(choice, given, delta),
        after: [],
        delivers: reason !== null || saysSomething(delta),
      };
    }
    const text = delta.content ?? "";
    const visible = text === "" ? "" : choice.recovery.push(text);
    if (reason === null && !choice.recovery.isCut) {
      const changed = visible === text ? given : withContent(given, delta, visible);
      return { choice: changed, after: [], delivers: visible !== "" || saysSomething({ ...delta, content: "" }) };
    }
    choice.state = "ended";
    const finished = finishChoice(index, choice.recovery, reason, this.#context);
    return this.#finish(given, delta, visible, finished);
  }

  /** The upstream has structured the calls itself, or sends something else than text. */
  #leaveAlone(choice: Choice, given: Json, delta: Json): Json {
    if (choice.state === "reading" && hasStructuredCall(delta)) this.#context.counters.add("structured_answers");
    const held = choice.state === "reading" ? choice.recovery.release() : "";
    choice.state = typeof given.finish_reason === "string" ? "ended" : "passing";
    if (held === "") return given;
    return { ...given, delta: { ...delta, content: held + (typeof delta.content === "string" ? delta.content : "") } };
  }

  /** The rest of the text, then the calls one by one, then the chunk that says why it ended. */
  #finish(given: Json, delta: Json, visible: string, finished: FinishedChoice): TakenChoice {
    const text = visible + finished.text;
    const { calls, report, finishReason } = finished;
    if (isUnchanged(report) && text === (delta.content ?? "")) {
      return { choice: given, after: [], delivers: true };
    }
    const before = withContent({ ...given, finish_reason: null }, delta, text);
    const index = report.index;
    const callChunks = calls.map((call, at) =>
      this.#chunk([{ index, delta: { tool_calls: [{ index: at, ...call }] }, finish_reason: null }]),
    );
    const last = this.#chunk(
      [{ index, delta: {}, finish_reason: finishReason }],
      isUnchanged(report) ? {} : { x_mortise: reportField([report], this.#context.retries) },
    );
    return { choice: before, after: [...callChunks, last], delivers: true };
  }

  #takeError(event: string, error: unknown): string[] {
    const { code, message } = isRecord(error) ? error : {};
    const says = typeof message === "string" ? message : "no reason given";
    const passes =
      (typeof code === "number" && isTransientStatus(code)) || /\b(loading|warming|overloaded)\b/i.test(says);
    if (!this.#hasDelivered && passes) throw new UpstreamFailure("status", `the upstream answered an error: ${says}`);
    this.#isDone = true;
    return this.#send([event], true);
  }

  /** All answers have ended, one of them by a cut: the upstream would go on for nothing. */
  #hasEndedEarly(): boolean {
    const choices = [...this.#choices.values()];
    const areEnded = choices.length >= this.#context.chat.choices && choices.every(({ state }) => state === "ended");
    return areEnded && choices.some(({ recovery }) => recovery.isCut);
  }

  /** Answers that the upstream gave no `finish_reason` end here. */
  #close(): string[] {
    const sent: string[] = [];
    for (const [index, choice] of this.#choices) {
      if (choice.state !== "reading") continue;
      choice.state = "ended";
      const finished = finishChoice(index, choice.recovery, null, this.#context);
      const given = { index, delta: {}, finish_reason: null };
      const { choice: rest, after } = this.#finish(given, {}, "", finished);
      if (finished.text !== "" && rest !== null) sent.push(this.#chunk([rest]));
      if (finished.calls.length > 0 || !isUnchanged(finished.report)) sent.push(...after);
    }
    this.#isDone = true;
    return this.#send([...sent, DONE], true);
  }

  #send(events: readonly string[], delivers: boolean): string[] {
    if (this.#hasDelivered) return [...events];
    this.#opening.push(...events);
    if (!delivers) return [];
    this.#hasDelivered = true;
    const all = this.#opening;
    this.#opening = [];
    return all;
  }

  #chunk(choices: readonly Json[], more: Json = {}): string {
    return JSON.stringify({ ...this.#frame, choices, ...more });
  }

  #choiceAt(index: number): Choice {
    const known = this.#choices.get(index);
    if (known !== undefined) return known;
    const { tools } = this.#context.chat;
    const choice: Choice = { recovery: new ChoiceRecovery(tools), state: tools.length > 0 ? "reading" : "passing" };
    this.#choices.set(index, choice);
    return choice;
  }
}
