/**
 * The core's reader of calls in a worker of its own: a stream of text, chunk by chunk, and what became of each part of it;
 * and texts to try it on, written by the core as a model of each family writes.
 */
export { DEFAULT_TEXT, DEFAULT_TOOLS } from "./default-text.ts";
export type { ListedFormat } from "./formats.ts";
export type { Moment, Reading, Segment, ShownCall, StreamRequest } from "./read-stream.ts";
export { reader } from "./reader.ts";
export type { Sample, SampleRequest } from "./sample.ts";
