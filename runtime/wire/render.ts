import type { PlainCall, Rendered, WireFormatName } from "./types.ts";

export function renderCalls(format: WireFormatName, _calls: readonly PlainCall[]): Rendered {
  throw new Error(`rendering ${format} is not written yet`);
}
