import { createWireParser } from "./parser.ts";
import type { WireOptions, WireResult } from "./types.ts";

/** Reads a whole text: what `createWireParser` answers for it in any chunks. */
export function parseWireText(text: string, options: WireOptions): WireResult {
  const parser = createWireParser(options);
  parser.push(text);
  parser.end();
  return parser.result();
}
