import { lookingAt, nameAhead, pastSpace, type Reader } from "../looking-ahead.ts";
import type { TagSpelling } from "../parameter-tags.ts";
import { refusedName, refusedRendering, renderBare } from "../render-values.ts";
import { readTaggedFunctions } from "../tagged-parameters.ts";
import { PROSE, type Reading, type WireFormat } from "./wire-format.ts";

const OPENER = "<tool_call>";
const CLOSER = "</tool_call>";

const SPELLING: TagSpelling = {
  functionTag: "function",
  blockOpeners: [OPENER],
  blockClosers: [CLOSER],
  hasBreakInside: true,
};

/**
 * Qwen3-Coder, Qwen 3.5 to 3.8, Nemotron 3: parameters as bare text in tags that look like XML and are not. Types come from
 * the schema alone.
 */
export const qwenXml: WireFormat = {
  name: "qwen_xml",
  title: "Qwen3-Coder tags (<function=...>)",
  openers: [
    { text: OPENER, evidence: "strong" },
    { text: "<function=", evidence: "weak" },
    { text: "<function name=", evidence: "weak" },
  ],
  resultMarkers: ["<tool_response>", "<|im_start|>user", "<|im_start|>tool"],
  closers: [CLOSER, "</function>", "</parameter>"],

  *claims(cursor, opener, { tools }): Reader<boolean> {
    if (opener.evidence === "strong") {
      let at = cursor.inkAt(opener.text.length) ?? (yield* pastSpace(cursor, opener.text.length));
      if (at >= 0 && (cursor.sees(OPENER, at) ?? (yield* lookingAt(cursor, OPENER, at))))
        at = cursor.inkAt(at + OPENER.length) ?? (yield* pastSpace(cursor, at + OPENER.length));
      return at >= 0 && (cursor.sees("<function", at) ?? (yield* lookingAt(cursor, "<function", at)));
    }
    const quote = opener.text.endsWith("name=") ? 1 : 0;
    const name = cursor.nameAt(opener.text.length + quote) ?? (yield* nameAhead(cursor, opener.text.length + quote));
    return name !== null && tools.has(name);
  },

  *read(cursor, opener, context): Reader<Reading> {
    const start = cursor.offset;
    const isStrong = opener.evidence === "strong";
    if (isStrong) cursor.pos += opener.text.length;
    const options = { format: "qwen_xml", spelling: SPELLING, isStrong } as const;
    const found = yield* readTaggedFunctions(cursor, context, start, options);
    return found === null ? PROSE : { kind: "found", found };
  },

  render(calls) {
    const refused = refusedName(calls);
    if (refused !== null) return refused;
    const blocks: string[] = [];
    for (const call of calls) {
      let block = `${OPENER}\n<function=${call.name}>\n`;
      for (const [key, value] of Object.entries(call.arguments)) {
        if (!/^[^\s<>"'=][^<>"'\n]*$/.test(key))
          return refusedRendering(`the name ${JSON.stringify(key)} cannot stand in a tag`);
        block += `<parameter=${key}>\n${renderBare(value)}\n</parameter>\n`;
      }
      blocks.push(`${block}</function>\n${CLOSER}`);
    }
    return { kind: "text", text: blocks.join("\n") };
  },
};
