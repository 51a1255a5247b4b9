import { readFileSync } from "node:fs";
import { createWireParser, parseWireText, type WireResult, type WireTool } from "../../runtime/wire/mod.ts";

/** What a text must come to; `cut_at` in UTF-16 units. */
export interface Expectation {
  readonly calls: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly content_before: string | null;
  readonly cut_at: number | null;
  readonly error: string | null;
}

export interface Vector {
  /** format/kind/slug */
  readonly id: string;
  readonly text: string;
  readonly tools: readonly WireTool[];
  readonly expect: Expectation;
  readonly also_acceptable?: Expectation;
  /** Where the shape was met. */
  readonly origin: string;
}

export const VECTORS: readonly Vector[] = readFileSync(
  new URL("../fixtures/wire/vectors.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

export function outcomeOf({ calls, contentBefore, cutAt, error }: WireResult): Expectation {
  return {
    calls: calls.map((call) => ({ name: call.name, arguments: call.arguments })),
    content_before: contentBefore,
    cut_at: cutAt,
    error: error?.error ?? null,
  };
}

export function parseWhole({ text, tools }: Vector): Expectation {
  return outcomeOf(parseWireText(text, { tools }));
}

export function parseChunks(chunks: readonly string[], tools: readonly WireTool[]): Expectation {
  const parser = createWireParser({ tools });
  for (const chunk of chunks) parser.push(chunk);
  parser.end();
  return outcomeOf(parser.result());
}

/** Pieces of `size` UTF-16 units, which may part a surrogate pair. */
export function chunksOf(text: string, size: number): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; at += size) chunks.push(text.slice(at, at + size));
  return chunks;
}
