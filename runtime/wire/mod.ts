/**
 * Tool calls that a model wrote as text: finding them in any of the spellings in use, refusing what has no single safe
 * reading, cutting results the model made up, and writing calls in each spelling.
 *
 * One pass over the text, whole or in chunks, with the same outcome for every way of cutting it. Pure; offsets are UTF-16
 * code units. Decisions that the formats leave open:
 *
 * - A second call with no result between is kept: models call in parallel.
 * - A positional argument is refused (`malformed`); binding it by order would be a guess.
 * - A JSON call that stands alone, or in a fence marked `json`, `tool_call`, `tool` or nothing, is one when it ends the
 *   message or a made-up result follows. When one short sentence follows, it is a call only if no other call exists and the
 *   sentence neither asks nor offers. All other fences, and inline code, are quotations.
 * - A call inside reasoning that closes later was a draft. Inside reasoning that never closes it is real.
 * - A name no tool has is `unknown_tool` behind a format's own token, and prose anywhere else; near names are not guessed.
 * - The stream goes on after a call, so that parallel calls are seen; only a made-up result ends it.
 * - An argument that does not fit its type is kept as text and named in `mismatched`; it is never given a default.
 */
export { type CutChunk, createResultCutter, cutFabricatedResults, type ResultCutter } from "./cutter.ts";
export { FORMAT_NAMES } from "./formats/names.ts";
export { FORMATS, resultMarkers } from "./formats/registry.ts";
export { parseWireText } from "./parse.ts";
export { createWireParser, type WireParser } from "./parser.ts";
export {
  formatNamed,
  type ParseAnswer,
  parseRecord,
  type RecordRefusal,
  type RenderAnswer,
  renderRecord,
} from "./records.ts";
export { type RenderOptions, renderCalls } from "./render.ts";
export type {
  JsonObject,
  JsonValue,
  PlainCall,
  Rendered,
  WireCall,
  WireError,
  WireErrorKind,
  WireEvent,
  WireFormatName,
  WireOptions,
  WireResult,
  WireTool,
} from "./types.ts";
