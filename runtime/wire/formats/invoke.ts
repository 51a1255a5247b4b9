import { lookingAt, pastSpace, type Reader } from "../looking-ahead.ts";
import type { TagSpelling } from "../parameter-tags.ts";
import { refusedName, refusedRendering, renderBare } from "../render-values.ts";
import { readTaggedFunctions } from "../tagged-parameters.ts";
import { PROSE, type Reading, type WireFormat } from "./wire-format.ts";

const BLOCKS = ["function_calls", "minimax:tool_call", "tool_call"];

const SPELLING: TagSpelling = {
  functionTag: "invoke",
  blockOpeners: BLOCKS.map((name) => `<${name}>`),
  blockClosers: BLOCKS.map((name) => `</${name}>`),
  hasBreakInside: false,
};

/** `<invoke name="...">` with bare parameters: MiniMax M2, and models taught on text of Claude's. */
export const invoke: WireFormat = {
  name: "invoke",
  title: "Claude style and MiniMax <invoke>",
  openers: [
    { text: "<function_calls>", evidence: "strong" },
    { text: "<minimax:tool_call>", evidence: "strong" },
    { text: "<tool_call>", evidence: "strong" },
    { text: "<invoke name=", evidence: "weak" },
  ],
  resultMarkers: ["]~b]tool", "]~b]user"],
  closers: [...SPELLING.blockClosers, "</invoke>", "</parameter>"],

  *claims(cursor, opener): Reader<boolean> {
    if (opener.evidence === "weak") return true;
    const at = cursor.inkAt(opener.text.length) ?? (yield* pastSpace(cursor, opener.text.length));
    return at >= 0 && (cursor.sees("<invoke", at) ?? (yield* lookingAt(cursor, "<invoke", at)));
  },

  *read(cursor, opener, context): Reader<Reading> {
    const start = cursor.offset;
    const isStrong = opener.evidence === "strong";
    if (isStrong) cursor.pos += opener.text.length;
    const found = yield* readTaggedFunctions(cursor, context, start, {
      format: "invoke",
      spelling: SPELLING,
      isStrong,
    });
    return found === null ? PROSE : { kind: "found", found };
  },

  render(calls) {
    const refused = refusedName(calls);
    if (refused !== null) return refused;
    const blocks: string[] = [];
    for (const call of calls) {
      let block = `<invoke name="${call.name}">\n`;
      for (const [key, value] of Object.entries(call.arguments)) {
        if (!/^[^\s<>"'][^<>"'\n]*$/.test(key))
          return refusedRendering(`the name ${JSON.stringify(key)} cannot stand in a tag`);
        block += `<parameter name="${key}">${renderBare(value)}</parameter>\n`;
      }
      blocks.push(`${block}</invoke>\n`);
    }
    return { kind: "text", text: `<function_calls>\n${blocks.join("")}</function_calls>` };
  },
};
