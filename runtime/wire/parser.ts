import type { WireEvent, WireOptions, WireResult } from "./types.ts";

export interface WireParser {
  /** After a cut nothing is taken any more. */
  readonly isCut: boolean;
  push(chunk: string): readonly WireEvent[];
  end(): readonly WireEvent[];
  /** What the whole text held; complete after `end`, or after a cut. */
  result(): WireResult;
}

export function createWireParser(_options: WireOptions): WireParser {
  throw new Error("createWireParser is not written yet");
}
