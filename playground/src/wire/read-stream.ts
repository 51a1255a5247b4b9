import { isRecord } from "../../../runtime/schema.ts";
import {
  createWireParser,
  FORMATS,
  type ParseAnswer,
  parseRecord,
  type WireCall,
  type WireError,
  type WireEvent,
  type WireParser,
  type WireTool,
} from "../../../runtime/wire/mod.ts";
import { evidenceOf, type ShownEvidence } from "./evidence.ts";
import { type Segment, segmentsOf } from "./segments.ts";

export type { Segment } from "./segments.ts";

export interface StreamRequest {
  readonly text: string;
  /** Definitions of tools, as JSON. */
  readonly tools: string;
  /** Characters that come at a time, from 1. */
  readonly chunk: number;
  /** How many chunks have come; `null`: all of them, and the message is over. */
  readonly arrived: number | null;
}

export type Reading =
  | { readonly kind: "refused"; readonly message: string }
  | {
      readonly kind: "read";
      readonly chunks: number;
      /** What is known at the asked chunk, and what is once all is over. */
      readonly now: Moment;
      readonly end: Moment;
      /** The whole, as `mortise parse` answers. */
      readonly answer: ParseAnswer;
    };

/** What is known of a stream at a moment. Offsets are UTF-16 code units. */
export interface Moment {
  /** Chunks that came; those behind a cut count too, though nobody reads them. */
  readonly arrived: number;
  /** Where the text that came ends. */
  readonly upTo: number;
  /** No later text changes the meaning of what stands before. */
  readonly settledTo: number;
  readonly isOver: boolean;
  readonly calls: readonly ShownCall[];
  readonly errors: readonly WireError[];
  readonly cut: { readonly at: number; readonly marker: string } | null;
  /** The whole text in stretches, in order and without gaps. */
  readonly segments: readonly Segment[];
}

export interface ShownCall extends WireCall, ShownEvidence {
  /** The format's name for readers. */
  readonly title: string;
}

/** Reads a text as it streams in: once, with a look at the moment that was asked for. */
export async function readStream({ text, tools, chunk, arrived }: StreamRequest): Promise<Reading> {
  const list = toolList(tools);
  if (typeof list === "string") return { kind: "refused", message: list };
  const answer = parseRecord({ text, tools: list, chunk });
  if ("success" in answer) return { kind: "refused", message: answer.error };
  const chunks = Math.ceil(text.length / chunk);
  const stop = Math.min(arrived ?? chunks, chunks);
  const parser = createWireParser({ tools: list.flatMap(toolIn) });
  const events: WireEvent[] = [];
  const momentAt = (count: number, isOver: boolean) =>
    momentOf({ text, parser, events, count, upTo: Math.min(count * chunk, text.length), isOver });
  let now: Moment | null = null;
  for (let count = 0; count < chunks; count += 1) {
    if (count === stop) now = momentAt(count, parser.isCut);
    if (!parser.isCut) events.push(...parser.push(text.slice(count * chunk, (count + 1) * chunk)));
  }
  if (arrived !== null && now === null) now = momentAt(chunks, parser.isCut);
  events.push(...parser.end());
  const end = momentAt(chunks, true);
  return { kind: "read", chunks, now: arrived === null ? end : (now ?? end), end, answer };
}

interface MomentParts {
  readonly text: string;
  readonly parser: WireParser;
  readonly events: readonly WireEvent[];
  readonly count: number;
  readonly upTo: number;
  readonly isOver: boolean;
}

function momentOf({ text, parser, events, count, upTo, isOver }: MomentParts): Moment {
  const calls = events.flatMap((event) => (event.kind === "call" ? [event.call] : []));
  const errors = events.flatMap((event) => (event.kind === "error" ? [event.error] : []));
  const found = events.find((event) => event.kind === "cut");
  const cut = found === undefined ? null : { at: found.at, marker: found.marker };
  const settledTo = isOver ? upTo : Math.min(parser.settledTo, upTo);
  return {
    arrived: count,
    upTo,
    settledTo,
    isOver,
    calls: calls.map((call, index) => ({
      ...call,
      ...evidenceOf(text, call, calls[index - 1]?.end ?? 0),
      title: FORMATS.find(({ name }) => name === call.format)?.title ?? call.format,
    })),
    errors,
    cut,
    segments: segmentsOf({ text, events, settledTo, upTo, cutAt: cut?.at ?? null }),
  };
}

/** @returns why not. What the list holds is checked by the core. */
function toolList(json: string): readonly unknown[] | string {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : "The tools must be a JSON list of {name, parameters}.";
  } catch (error) {
    return `The tools are no JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** The core has accepted the list, so what is left is to take it apart. */
function toolIn(item: unknown): readonly WireTool[] {
  const tool = isRecord(item) && isRecord(item.function) ? item.function : item;
  if (!isRecord(tool) || typeof tool.name !== "string") return [];
  return [{ name: tool.name, parameters: isRecord(tool.parameters) ? tool.parameters : undefined }];
}
