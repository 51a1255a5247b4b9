import { readJsonBlock } from "../json-block.ts";
import { pastSpace, type Reader } from "../looking-ahead.ts";
import { renderJson } from "../render-values.ts";
import type { Reading, WireFormat } from "./wire-format.ts";

/** Opening tokens with the token that closes each. */
const CLOSERS: Readonly<Record<string, string>> = {
  "<|START_ACTION|>": "<|END_ACTION|>",
  "<|tool_call|>": "<|/tool_call|>",
};

/** A JSON list behind a token of its own: Command R7B and A, Phi-4-mini, Granite 3. */
export const taggedJson: WireFormat = {
  name: "tagged_json",
  title: "JSON behind other tokens (Command, Phi, Granite)",
  openers: Object.keys(CLOSERS).map((text) => ({ text, evidence: "strong" })),
  resultMarkers: ["<|START_TOOL_RESULT|>", "<|tool_response|>", "<|start_of_role|>tool_response"],
  closers: Object.values(CLOSERS),

  *claims(cursor, opener): Reader<boolean> {
    const at = cursor.inkAt(opener.text.length) ?? (yield* pastSpace(cursor, opener.text.length));
    return at >= 0 && (cursor.code(at) === 91 || cursor.code(at) === 123);
  },

  *read(cursor, opener, context): Reader<Reading> {
    const start = cursor.offset;
    cursor.pos += opener.text.length;
    const tags = { closer: CLOSERS[opener.text] ?? "", opener: opener.text };
    return { kind: "found", found: yield* readJsonBlock(cursor, context, "tagged_json", start, tags) };
  },

  render(calls) {
    const objects = calls.map(({ name, arguments: args }) => ({ name, arguments: args }));
    return { kind: "text", text: `<|tool_call|>${renderJson(objects)}<|/tool_call|>` };
  },
};
