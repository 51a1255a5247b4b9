import { isFailed, UNCLOSED } from "../failed.ts";
import { type Found, failedCall, finishCall, type Site, weakCall } from "../finish-call.ts";
import { readJsonBlock } from "../json-block.ts";
import { lookingAt, nameAhead, pastSpace, type Reader, skipSpace } from "../looking-ahead.ts";
import { readPythonCalls } from "../python-calls.ts";
import { refusedName, refusedRendering, renderPython } from "../render-values.ts";
import { skipTo } from "../skip-to.ts";
import { PROSE, type Reading, type WireFormat } from "./wire-format.ts";

const OPENER = "<|tool_call_start|>";
const CLOSER = "<|tool_call_end|>";

/** LFM2 and LFM2.5: a Python list of calls with keyword arguments. Some of their templates escape no quotes. */
export const lfm2: WireFormat = {
  name: "lfm2",
  title: "LFM2 Pythonic calls",
  openers: [
    { text: OPENER, evidence: "strong" },
    { text: "[", evidence: "weak" },
  ],
  resultMarkers: ["<|tool_response_start|>", "<|im_start|>tool"],
  closers: [CLOSER],

  *claims(cursor, opener, { tools }): Reader<boolean> {
    if (opener.evidence === "strong") return true;
    const at = cursor.inkAt(1) ?? (yield* pastSpace(cursor, 1));
    const name = at < 0 ? null : yield* nameAhead(cursor, at);
    return at >= 0 && name !== null && tools.has(name) && (yield* lookingAt(cursor, "(", at + name.length));
  },

  *read(cursor, opener, context): Reader<Reading> {
    const start = cursor.offset;
    const isStrong = opener.evidence === "strong";
    const site = (): Site => ({ format: "lfm2", start, end: cursor.offset });
    if (isStrong) {
      cursor.pos += opener.text.length;
      if (!cursor.isAtInk) yield* skipSpace(cursor);
      const inner = cursor.code() === 91 ? yield* pastSpace(cursor, 1) : 0;
      if (inner >= 0 && cursor.code(inner) === 123) {
        const tags = { closer: CLOSER, opener: OPENER };
        return { kind: "found", found: yield* readJsonBlock(cursor, context, "lfm2", start, tags) };
      }
    }
    const calls = yield* readPythonCalls(cursor, context, isStrong ? CLOSER : "");
    if (isFailed(calls)) {
      if (!isStrong) return PROSE;
      if (!cursor.isAtEnd) yield* skipTo(cursor, context, CLOSER);
      const error =
        calls === UNCLOSED
          ? failedCall("truncated", null, site(), "the text ends inside the calls")
          : failedCall("malformed", null, site(), "the calls have no single reading with named arguments");
      return { kind: "found", found: [error] };
    }
    const found: Found[] = [];
    for (const [at, { name, values, start: from, end }] of calls.entries()) {
      const place: Site = { format: "lfm2", start: at === 0 ? start : from, end };
      const args = { kind: "typed", values } as const;
      const item = isStrong ? finishCall(context.tools, name, args, place) : weakCall(context.tools, name, args, place);
      if (item === null) return PROSE;
      found.push(item);
    }
    if (!isStrong) return found.length === 0 ? PROSE : { kind: "found", found, whole: "nothing" };
    if (!cursor.isAtInk) yield* skipSpace(cursor);
    if (cursor.sees(CLOSER) ?? (yield* lookingAt(cursor, CLOSER))) cursor.pos += CLOSER.length;
    return { kind: "found", found };
  },

  render(calls) {
    const refused = refusedName(calls);
    if (refused !== null) return refused;
    const parts: string[] = [];
    for (const { name, arguments: args } of calls) {
      const pairs: string[] = [];
      for (const [key, value] of Object.entries(args)) {
        if (!/^[\p{L}_$][\w$-]*$/u.test(key)) {
          return refusedRendering(`the name ${JSON.stringify(key)} cannot be a keyword argument`);
        }
        pairs.push(`${key}=${renderPython(value)}`);
      }
      parts.push(`${name}(${pairs.join(", ")})`);
    }
    return { kind: "text", text: `${OPENER}[${parts.join(", ")}]${CLOSER}` };
  },
};
