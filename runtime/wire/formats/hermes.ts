import type { Cursor } from "../cursor.ts";
import { readJsonBlock } from "../json-block.ts";
import { lookingAt, pastSpace, type Reader } from "../looking-ahead.ts";
import { renderJson } from "../render-values.ts";
import type { Reading, WireFormat } from "./wire-format.ts";

const OPENER = "<tool_call>";
const CLOSER = "</tool_call>";

/** JSON objects in tags: Hermes, Qwen 2.5 and 3, Granite 4. The block ends with the JSON, not at the first closing tag. */
export const hermes: WireFormat = {
  name: "hermes",
  title: "Hermes tags (JSON in <tool_call>)",
  openers: [{ text: OPENER, evidence: "strong" }],
  resultMarkers: ["<tool_response>", "<|im_start|>user", "<|im_start|>tool"],
  closers: [CLOSER],

  *claims(cursor, opener): Reader<boolean> {
    const at = cursor.inkAt(opener.text.length) ?? (yield* pastSpace(cursor, opener.text.length));
    if (at < 0) return cursor.isFinal;
    return cursor.code(at) === 123 || cursor.code(at) === 91 || (yield* isDoubled(cursor, at));
  },

  *read(cursor, opener, context): Reader<Reading> {
    const start = cursor.offset;
    cursor.pos += opener.text.length;
    const tags = { closer: CLOSER, opener: OPENER };
    return { kind: "found", found: yield* readJsonBlock(cursor, context, "hermes", start, tags) };
  },

  render(calls) {
    const blocks = calls.map(
      (call) => `${OPENER}\n${renderJson({ name: call.name, arguments: call.arguments })}\n${CLOSER}`,
    );
    return { kind: "text", text: blocks.join("\n") };
  },
};

/** The opening tag twice, and then JSON. */
function* isDoubled(cursor: Cursor, distance: number): Reader<boolean> {
  if (!(cursor.sees(OPENER, distance) ?? (yield* lookingAt(cursor, OPENER, distance)))) return false;
  const at = cursor.inkAt(distance + OPENER.length) ?? (yield* pastSpace(cursor, distance + OPENER.length));
  return at >= 0 && (cursor.code(at) === 123 || cursor.code(at) === 91);
}
