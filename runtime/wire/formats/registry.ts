import type { WireFormatName } from "../types.ts";

export interface WireFormat {
  readonly name: WireFormatName;
  readonly title: string;
  readonly resultMarkers: readonly string[];
}

export const FORMATS: readonly WireFormat[] = [];

export function resultMarkers(): readonly string[] {
  return FORMATS.flatMap((format) => format.resultMarkers);
}
