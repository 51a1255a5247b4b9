import { formats } from "./formats.ts";
import { readStream } from "./read-stream.ts";
import { sample } from "./sample.ts";

/** What the reader answers, by name. */
export const WIRE_QUESTIONS = { read: readStream, sample, formats } as const;

export type WireQuestions = typeof WIRE_QUESTIONS;
