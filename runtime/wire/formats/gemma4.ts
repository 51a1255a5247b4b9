import { DELIMITER, GEMMA_CLOSER } from "../delimited-text.ts";
import { isFailed, UNCLOSED } from "../failed.ts";
import { type Found, failedCall, finishCall, type Site, weakCall } from "../finish-call.ts";
import { GemmaReader } from "../gemma-values.ts";
import { lookingAt, nameAhead, pastSpace, type Reader, skipSpace } from "../looking-ahead.ts";
import { argumentsObject } from "../named-calls.ts";
import { jsonFailure, readJson } from "../read-json.ts";
import { refusedName, refusedRendering } from "../render-values.ts";
import { skipTo } from "../skip-to.ts";
import type { JsonValue } from "../types.ts";
import { PROSE, type Reading, type WireFormat } from "./wire-format.ts";

const OPENER = "<|tool_call>";

/** Gemma 4: `call:name{key:value}` with texts between delimiter tokens that have no escapes. Names are sorted. */
export const gemma4: WireFormat = {
  name: "gemma4",
  title: "Gemma 4 call: syntax",
  openers: [
    { text: OPENER, evidence: "strong" },
    { text: "<|tool_call|>", evidence: "strong" },
    { text: "call:", evidence: "weak" },
  ],
  resultMarkers: ["<|tool_response>", "<|turn>user", "<start_function_response>"],
  closers: [GEMMA_CLOSER],

  *claims(cursor, opener, { tools }): Reader<boolean> {
    let at = 0;
    if (opener.evidence === "strong") {
      at = cursor.inkAt(opener.text.length) ?? (yield* pastSpace(cursor, opener.text.length));
      if (at < 0) return cursor.isFinal && opener.text === OPENER;
      if (!(cursor.sees("call:", at) ?? (yield* lookingAt(cursor, "call:", at)))) {
        const ahead = cursor.text.slice(cursor.pos + at);
        return cursor.isFinal && ahead.length < 5 && "call:".startsWith(ahead);
      }
    }
    const name = cursor.nameAt(at + "call:".length) ?? (yield* nameAhead(cursor, at + "call:".length));
    if (name === null || name === "") return opener.evidence === "strong";
    if (opener.evidence === "strong") return true;
    const code = cursor.code("call:".length + name.length);
    return tools.has(name) && (code === 123 || code === 40);
  },

  *read(cursor, opener, context): Reader<Reading> {
    const start = cursor.offset;
    const isStrong = opener.evidence === "strong";
    if (isStrong) cursor.pos += opener.text.length;
    if (!cursor.isAtInk) yield* skipSpace(cursor);
    cursor.pos = Math.min(cursor.text.length, cursor.pos + "call:".length);
    const name = cursor.nameAt(0) ?? (yield* nameAhead(cursor, 0)) ?? "";
    cursor.pos += name.length;
    if (!cursor.isAtInk) yield* skipSpace(cursor);
    const site = (): Site => ({ format: "gemma4", start, end: cursor.offset });
    const one = (found: Found | null): Reading => (found === null ? PROSE : { kind: "found", found: [found] });
    if (cursor.isAtEnd) {
      return isStrong ? one(failedCall("truncated", name, site(), "the text ends before the arguments")) : PROSE;
    }
    if (cursor.code() === 40) {
      cursor.pos += 1;
      if (!cursor.isAtInk) yield* skipSpace(cursor);
    }
    const tool = context.tools.get(name);
    const inner = cursor.code() === 123 ? yield* pastSpace(cursor, 1) : -1;
    const isJson = inner >= 0 && cursor.code(inner) === 34;
    let values: JsonValue | symbol;
    if (cursor.code() !== 123) values = Symbol("no arguments");
    else if (isJson) values = yield* readJson(cursor, context, { argumentDepth: 1, tool });
    else values = yield* new GemmaReader({ cursor, context, tool, isStrong }).object(1);
    if (typeof values === "symbol") {
      const isUnclosed = values === UNCLOSED || cursor.isAtEnd;
      if (!isStrong) return PROSE;
      if (!cursor.isAtEnd) yield* skipTo(cursor, context, GEMMA_CLOSER);
      if (isFailed(values) && isJson) return one(jsonFailure(values, name, site()));
      return one(
        isUnclosed && values === UNCLOSED
          ? failedCall("truncated", name, site(), "the text ends inside the arguments")
          : failedCall("malformed", name, site(), "the arguments have no single reading"),
      );
    }
    const args = { kind: "typed", values: argumentsObject(values) ?? {} } as const;
    if (!isStrong) return one(weakCall(context.tools, name, args, site()));
    const end = cursor.inkAt(0) ?? (yield* pastSpace(cursor, 0));
    if (end >= 0 && (cursor.code(end) === 41 || cursor.code(end) === 125)) cursor.pos += end + 1;
    if (!cursor.isAtInk) yield* skipSpace(cursor);
    if (cursor.sees(GEMMA_CLOSER) ?? (yield* lookingAt(cursor, GEMMA_CLOSER))) cursor.pos += GEMMA_CLOSER.length;
    return one(finishCall(context.tools, name, args, site()));
  },

  render(calls) {
    const refused = refusedName(calls);
    if (refused !== null) return refused;
    const parts: string[] = [];
    for (const { name, arguments: args } of calls) {
      const rendered = renderGemma(args);
      if (rendered === null) return refusedRendering("a text holds the delimiter, or a name cannot stand bare");
      parts.push(`${OPENER}call:${name}${rendered}${GEMMA_CLOSER}`);
    }
    return { kind: "text", text: parts.join("") };
  },
};

/** @returns null for what the format cannot write. */
function renderGemma(value: JsonValue): string | null {
  if (typeof value === "string") return value.includes(DELIMITER) ? null : `${DELIMITER}${value}${DELIMITER}`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      const part = renderGemma(item);
      if (part === null) return null;
      parts.push(part);
    }
    return `[${parts.join(",")}]`;
  }
  for (const [key, item] of Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))) {
    const part = renderGemma(item);
    if (part === null || !/^[\w.$/-]+$/.test(key)) return null;
    parts.push(`${key}:${part}`);
  }
  return `{${parts.join(",")}}`;
}
