import { isFailed, UNCLOSED } from "../failed.ts";
import { failedCall, finishCall, type Site } from "../finish-call.ts";
import { readJsonBlock } from "../json-block.ts";
import { nameAhead, pastSpace, type Reader, skipSpace } from "../looking-ahead.ts";
import { readPythonCalls } from "../python-calls.ts";
import { renderJson } from "../render-values.ts";
import { skipTo } from "../skip-to.ts";
import type { Reading, WireFormat } from "./wire-format.ts";

const OPENER = "<|python_tag|>";

/** Llama 3: JSON objects with `parameters` behind a token, joined by semicolons. Llama 4 writes what LFM2 does, bare. */
export const llama: WireFormat = {
  name: "llama",
  title: "Llama 3 <|python_tag|>",
  openers: [{ text: OPENER, evidence: "strong" }],
  resultMarkers: ["<|start_header_id|>ipython", "<|start_header_id|>tool", "<|start_header_id|>user"],
  closers: [],

  *claims(cursor, opener): Reader<boolean> {
    const at = cursor.inkAt(opener.text.length) ?? (yield* pastSpace(cursor, opener.text.length));
    if (at < 0) return cursor.isFinal;
    if (cursor.code(at) === 123) return true;
    const name = cursor.nameAt(at) ?? (yield* nameAhead(cursor, at));
    return name !== null && name !== "" && cursor.code(at + name.length) === 40;
  },

  *read(cursor, opener, context): Reader<Reading> {
    const start = cursor.offset;
    cursor.pos += opener.text.length;
    if (!cursor.isAtInk) yield* skipSpace(cursor);
    if (cursor.isAtEnd || cursor.code() === 123) {
      const tags = { closer: "<|eom_id|>", opener: OPENER };
      return { kind: "found", found: yield* readJsonBlock(cursor, context, "llama", start, tags) };
    }
    const calls = yield* readPythonCalls(cursor, context, "");
    const site = (): Site => ({ format: "llama", start, end: cursor.offset });
    if (isFailed(calls)) {
      if (!cursor.isAtEnd) yield* skipTo(cursor, context, "");
      const kind = calls === UNCLOSED ? "truncated" : "malformed";
      return { kind: "found", found: [failedCall(kind, null, site(), "the call of a built-in tool cannot be read")] };
    }
    const found = calls.map(({ name, values }) =>
      finishCall(context.tools, name.replace(/\.call$/, ""), { kind: "typed", values }, site()),
    );
    return { kind: "found", found };
  },

  render(calls) {
    const objects = calls.map(({ name, arguments: args }) => renderJson({ name, parameters: args }));
    return { kind: "text", text: `${OPENER}${objects.join("; ")}` };
  },
};
