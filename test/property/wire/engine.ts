import { stripAnsi } from "../../../runtime/text/mod.ts";
import {
  createResultCutter,
  createWireParser,
  type PlainCall,
  parseWireText,
  type Rendered,
  renderCalls,
  type WireEvent,
  type WireFormatName,
  type WireResult,
  type WireTool,
} from "../../../runtime/wire/mod.ts";

export interface StreamOutcome {
  readonly events: readonly WireEvent[];
  readonly result: WireResult;
}

/** What the properties of the wire are stated of. A mutant is another one of these. */
export interface WireEngine {
  parse(text: string, tools: readonly WireTool[]): WireResult;
  stream(chunks: readonly string[], tools: readonly WireTool[]): StreamOutcome;
  /** The text the cutter passes on. */
  cut(chunks: readonly string[], tools: readonly WireTool[]): { readonly kept: string; readonly isCut: boolean };
  render(format: WireFormatName, calls: readonly PlainCall[], tools: readonly WireTool[]): Rendered;
  /** Characters looked at, for each way of feeding. */
  work(chunks: readonly string[], tools: readonly WireTool[]): number;
  stripAnsi(text: string): string;
}

/** The product. */
export const WIRE_ENGINE: WireEngine = {
  parse: (text, tools) => parseWireText(text, { tools }),
  stream(chunks, tools) {
    const parser = createWireParser({ tools });
    const events = chunks.flatMap((chunk) => [...parser.push(chunk)]);
    return { events: [...events, ...parser.end()], result: parser.result() };
  },
  cut(chunks, tools) {
    const cutter = createResultCutter({ tools });
    const passed = [...chunks.map((chunk) => cutter.push(chunk)), cutter.end()];
    return { kept: passed.map(({ text }) => text).join(""), isCut: passed.some(({ cut }) => cut) };
  },
  render: (format, calls, tools) => renderCalls(format, calls, { tools }),
  work(chunks, tools) {
    const parser = createWireParser({ tools });
    for (const chunk of chunks) parser.push(chunk);
    parser.end();
    return parser.work;
  },
  stripAnsi,
};
