import { deepseek } from "./deepseek.ts";
import { gemma4 } from "./gemma4.ts";
import { harmony } from "./harmony.ts";
import { hermes } from "./hermes.ts";
import { invoke } from "./invoke.ts";
import { json } from "./json.ts";
import { kimi } from "./kimi.ts";
import { laguna } from "./laguna.ts";
import { lfm2 } from "./lfm2.ts";
import { llama } from "./llama.ts";
import { mistral } from "./mistral.ts";
import { qwenXml } from "./qwen-xml.ts";
import { taggedJson } from "./tagged-json.ts";
import type { WireFormat } from "./wire-format.ts";

/** The formats, in the order in which they are asked about an opener that several share. */
export const FORMATS: readonly WireFormat[] = [
  hermes,
  qwenXml,
  gemma4,
  mistral,
  laguna,
  lfm2,
  harmony,
  json,
  // Beyond the eight.
  llama,
  deepseek,
  kimi,
  invoke,
  taggedJson,
];

export function resultMarkers(): readonly string[] {
  return [...new Set(FORMATS.flatMap((format) => format.resultMarkers))];
}
