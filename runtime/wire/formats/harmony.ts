import type { Cursor } from "../cursor.ts";
import { isFailed } from "../failed.ts";
import { type Found, failedCall, finishCall, type Site, weakCall } from "../finish-call.ts";
import { lookingAt, nameAhead, need, pastSpace, type Reader, skipSpace } from "../looking-ahead.ts";
import { argumentsObject } from "../named-calls.ts";
import { jsonFailure, readJson } from "../read-json.ts";
import { refusedName, renderJson } from "../render-values.ts";
import type { ToolTable } from "../tool-table.ts";
import { type FormatContext, PASSED, PROSE, type Reading, type WireFormat } from "./wire-format.ts";

const START = "<|start|>";
const CHANNEL = "<|channel|>";
const MESSAGE = "<|message|>";
const CALL = "<|call|>";

/** Tokens at which a message ends, its own or the beginning of another. */
const ENDS = ["<|end|>", CALL, "<|return|>", START, CHANNEL];

/** Longer text before `<|message|>` is no header. */
const MAX_HEADER = 600;

/** What is left of a header when its tokens are lost. */
const BARE_CALLS = ["assistantcommentary to=functions.", "commentary to=functions."];

/**
 * gpt-oss: messages on channels, a call being one that is addressed to a function. The recipient may stand in either part of
 * the header, and other text in it does no harm. Analysis is reasoning; commentary to nobody is for the user.
 */
export const harmony: WireFormat = {
  name: "harmony",
  title: "gpt-oss harmony",
  openers: [
    { text: CHANNEL, evidence: "strong" },
    { text: START, evidence: "strong" },
    ...BARE_CALLS.map((text) => ({ text, evidence: "weak" }) as const),
    { text: "assistantfinal", evidence: "weak" },
    { text: "analysis", evidence: "weak" },
  ],
  resultMarkers: [],
  closers: [],

  *claims(cursor, opener): Reader<boolean> {
    if (opener.evidence === "strong" || opener.text.endsWith(".")) return true;
    // Glued to the next word: in prose a space would follow.
    const length = opener.text.length;
    return (yield* need(cursor, length + 1)) && /[A-Z]/.test(cursor.text.charAt(cursor.pos + length));
  },

  *read(cursor, opener, context): Reader<Reading> {
    if (opener.evidence === "strong") return yield* readMessage(cursor, context);
    if (opener.text === "assistantfinal") {
      cursor.pos += opener.text.length;
      return PASSED;
    }
    if (opener.text === "analysis") return yield* readBareAnalysis(cursor);
    return yield* readBareCall(cursor, opener.text.length, context);
  },

  render(calls) {
    const refused = refusedName(calls);
    if (refused !== null) return refused;
    const parts = calls.map(
      ({ name, arguments: args }) =>
        `${CHANNEL}commentary to=functions.${name} <|constrain|>json${MESSAGE}${renderJson(args)}${CALL}`,
    );
    return { kind: "text", text: parts.join(`${START}assistant`) };
  },
};

function* readMessage(cursor: Cursor, context: FormatContext): Reader<Reading> {
  const start = cursor.offset;
  if (cursor.sees(START) ?? (yield* lookingAt(cursor, START))) {
    const isOwn = cursor.sees("assistant", START.length) ?? (yield* lookingAt(cursor, "assistant", START.length));
    if (!isOwn) return { kind: "result" };
  }
  const header = yield* readHeader(cursor);
  const recipient = /(?:^|[\s>])to=([^\s<]+)/.exec(header.text)?.[1];
  const site: Site = { format: "harmony", start, end: cursor.offset };
  if (recipient === undefined || recipient === "user" || recipient === "all") {
    const channel = header.text.slice(header.text.lastIndexOf(CHANNEL) + CHANNEL.length);
    if (header.isComplete && channel.trimStart().startsWith("analysis")) yield* skipBody(cursor);
    return PASSED;
  }
  const name = toolNameOf(recipient, context.tools);
  if (!header.isComplete) {
    return one(failedCall("truncated", name, site, "the text ends inside the header of the call"));
  }
  if (!context.tools.has(name)) {
    yield* skipBody(cursor);
    return one(finishCall(context.tools, name, { kind: "typed", values: {} }, { ...site, end: cursor.offset }));
  }
  if (!cursor.isAtInk) yield* skipSpace(cursor);
  if (cursor.isAtEnd) return one(failedCall("truncated", name, site, "the text ends before the arguments"));
  if (cursor.code() !== 123) {
    yield* skipBody(cursor);
    return one(failedCall("malformed", name, site, "the body of the call is no JSON object"));
  }
  const value = yield* readJson(cursor, context, { argumentDepth: 1, tool: context.tools.get(name) });
  const end: Site = { ...site, end: cursor.offset };
  if (isFailed(value)) {
    yield* skipBody(cursor);
    return one(jsonFailure(value, name, end));
  }
  return one(finishCall(context.tools, name, { kind: "typed", values: argumentsObject(value) ?? {} }, end));
}

/** From the opening token to behind `<|message|>`. */
function* readHeader(cursor: Cursor): Reader<{ readonly text: string; readonly isComplete: boolean }> {
  const isStart = cursor.sees(START) ?? (yield* lookingAt(cursor, START));
  let text = isStart ? "" : CHANNEL;
  cursor.pos += isStart ? START.length : CHANNEL.length;
  while (text.length < MAX_HEADER) {
    const stop = cursor.text.indexOf("<", cursor.pos);
    const to = Math.min(stop < 0 ? cursor.text.length : stop, cursor.pos + MAX_HEADER - text.length);
    text += cursor.text.slice(cursor.pos, to);
    cursor.pos = to;
    if (cursor.isAtEnd) {
      if (cursor.isFinal) return { text, isComplete: false };
      cursor.wake = (chunk) => chunk.includes("<") || cursor.has(MAX_HEADER);
      yield;
      continue;
    }
    if (cursor.code() !== 60) break;
    if (cursor.sees(MESSAGE) ?? (yield* lookingAt(cursor, MESSAGE))) {
      cursor.pos += MESSAGE.length;
      return { text, isComplete: true };
    }
    for (const end of ["<|end|>", CALL, "<|return|>", START]) {
      if (cursor.sees(end) ?? (yield* lookingAt(cursor, end))) return { text, isComplete: false };
    }
    text += "<";
    cursor.pos += 1;
  }
  return { text, isComplete: false };
}

function* skipBody(cursor: Cursor): Reader<void> {
  for (;;) {
    const next = cursor.text.indexOf("<|", cursor.pos);
    if (next < 0) {
      // The last character may be the first of a token.
      const isHalf = !cursor.isFinal && cursor.text.endsWith("<");
      cursor.pos = Math.max(cursor.pos, cursor.text.length - (isHalf ? 1 : 0));
      if (cursor.isFinal) return;
      yield;
      continue;
    }
    cursor.pos = next;
    for (const end of ENDS) if (cursor.sees(end) ?? (yield* lookingAt(cursor, end))) return;
    cursor.pos += 2;
  }
}

/** Without its namespace, and without a "json" that was glued to it. */
function toolNameOf(recipient: string, tools: ToolTable): string {
  const name = recipient.startsWith("functions.") ? recipient.slice("functions.".length) : recipient;
  if (tools.has(name) || !name.endsWith("json")) return name;
  const short = name.slice(0, -"json".length);
  return tools.has(short) ? short : name;
}

function* readBareCall(cursor: Cursor, prefix: number, context: FormatContext): Reader<Reading> {
  const start = cursor.offset;
  const recipient = cursor.nameAt(prefix) ?? (yield* nameAhead(cursor, prefix));
  if (recipient === null) return PROSE;
  const name = toolNameOf(recipient, context.tools);
  if (!context.tools.has(name)) return PROSE;
  let at = cursor.inkAt(prefix + recipient.length) ?? (yield* pastSpace(cursor, prefix + recipient.length));
  if (at >= 0 && (cursor.sees("json", at) ?? (yield* lookingAt(cursor, "json", at))))
    at = cursor.inkAt(at + "json".length) ?? (yield* pastSpace(cursor, at + "json".length));
  if (at < 0 || cursor.code(at) !== 123) return PROSE;
  cursor.pos += at;
  const value = yield* readJson(cursor, context, { argumentDepth: 1, tool: context.tools.get(name) });
  if (isFailed(value)) return PROSE;
  const site: Site = { format: "harmony", start, end: cursor.offset };
  const call = weakCall(context.tools, name, { kind: "typed", values: argumentsObject(value) ?? {} }, site);
  return call === null ? PROSE : one(call);
}

/** Reasoning whose tokens were lost: passed over when a call or an answer follows it. */
function* readBareAnalysis(cursor: Cursor): Reader<Reading> {
  for (;;) {
    const next = cursor.text.indexOf("assistant", cursor.pos + 1);
    if (next < 0) {
      cursor.pos = Math.max(cursor.pos, cursor.text.length - "assistant".length);
      if (cursor.isFinal) return PROSE;
      yield;
      continue;
    }
    cursor.pos = next;
    if (!(yield* need(cursor, "assistantcommentary".length))) {
      if (!(cursor.sees("assistantfinal") ?? (yield* lookingAt(cursor, "assistantfinal")))) return PROSE;
    }
    for (const text of ["assistantcommentary", "assistantfinal"])
      if (cursor.sees(text) ?? (yield* lookingAt(cursor, text))) return PASSED;
  }
}

function one(found: Found): Reading {
  return { kind: "found", found: [found] };
}
