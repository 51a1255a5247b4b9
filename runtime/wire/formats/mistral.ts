import { isFailed } from "../failed.ts";
import { type Found, failedCall, finishCall, type Site } from "../finish-call.ts";
import { readJsonBlock } from "../json-block.ts";
import { lookingAt, nameAhead, pastSpace, type Reader, skipSpace } from "../looking-ahead.ts";
import { argumentsObject } from "../named-calls.ts";
import { jsonFailure, readJson } from "../read-json.ts";
import { refusedName, renderJson } from "../render-values.ts";
import { skipTo } from "../skip-to.ts";
import type { Reading, WireFormat } from "./wire-format.ts";

const OPENER = "[TOOL_CALLS]";
const CALL_ID = "[CALL_ID]";
const ARGS = "[ARGS]";
const CLOSER = "[/TOOL_CALLS]";

/** Mistral in its four spellings: a list of objects, or a name and then JSON, with `[CALL_ID]` and `[ARGS]` or without. */
export const mistral: WireFormat = {
  name: "mistral",
  title: "Mistral [TOOL_CALLS]",
  openers: [{ text: OPENER, evidence: "strong" }],
  resultMarkers: ["[TOOL_RESULTS]", "[TOOL_CONTENT]", "[INST]"],
  closers: [CLOSER],

  *claims(cursor, opener): Reader<boolean> {
    const at = cursor.inkAt(opener.text.length) ?? (yield* pastSpace(cursor, opener.text.length));
    if (at < 0) return cursor.isFinal;
    if (cursor.code(at) === 123 || cursor.code(at) === 91) return true;
    const name = cursor.nameAt(at) ?? (yield* nameAhead(cursor, at));
    if (name === null || name === "") return false;
    const behind = cursor.inkAt(at + name.length) ?? (yield* pastSpace(cursor, at + name.length));
    if (behind < 0) return cursor.isFinal;
    if (cursor.code(behind) === 123) return true;
    return (
      (cursor.sees(ARGS, behind) ?? (yield* lookingAt(cursor, ARGS, behind))) ||
      (cursor.sees(CALL_ID, behind) ?? (yield* lookingAt(cursor, CALL_ID, behind)))
    );
  },

  *read(cursor, opener, context): Reader<Reading> {
    const start = cursor.offset;
    cursor.pos += opener.text.length;
    if (!cursor.isAtInk) yield* skipSpace(cursor);
    const isNamed = !cursor.isAtEnd && cursor.code() !== 123 && cursor.code() !== 91;
    if (!isNamed) {
      const tags = { closer: CLOSER, opener: OPENER };
      return { kind: "found", found: yield* readJsonBlock(cursor, context, "mistral", start, tags) };
    }
    const name = cursor.nameAt(0) ?? (yield* nameAhead(cursor, 0)) ?? "";
    cursor.pos += name.length;
    if (!cursor.isAtInk) yield* skipSpace(cursor);
    if (cursor.sees(CALL_ID) ?? (yield* lookingAt(cursor, CALL_ID))) {
      cursor.pos += CALL_ID.length;
      // Read first and added then: the place moves while more text is awaited.
      const id = cursor.nameAt(0) ?? (yield* nameAhead(cursor, 0)) ?? "";
      cursor.pos += id.length;
      if (!cursor.isAtInk) yield* skipSpace(cursor);
    }
    if (cursor.sees(ARGS) ?? (yield* lookingAt(cursor, ARGS))) cursor.pos += ARGS.length;
    if (!cursor.isAtInk) yield* skipSpace(cursor);
    const site: Site = { format: "mistral", start, end: cursor.offset };
    if (cursor.isAtEnd) return one(failedCall("truncated", name, site, "the text ends before the arguments"));
    if (cursor.code() !== 123) {
      yield* skipTo(cursor, context, CLOSER);
      return one(failedCall("malformed", name, site, "no JSON object follows the name"));
    }
    const value = yield* readJson(cursor, context, { argumentDepth: 1, tool: context.tools.get(name) });
    const end: Site = { ...site, end: cursor.offset };
    if (isFailed(value)) {
      if (!cursor.isAtEnd) yield* skipTo(cursor, context, CLOSER);
      return one(jsonFailure(value, name, end));
    }
    const values = argumentsObject(value) ?? {};
    return one(finishCall(context.tools, name, { kind: "typed", values }, end));
  },

  render(calls) {
    const refused = refusedName(calls);
    if (refused !== null) return refused;
    const parts = calls.map(({ name, arguments: args }) => `${OPENER}${name}${ARGS}${renderJson(args)}`);
    return { kind: "text", text: parts.join("") };
  },
};

function one(found: Found): Reading {
  return { kind: "found", found: [found] };
}
