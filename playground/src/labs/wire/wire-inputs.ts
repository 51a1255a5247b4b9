import * as z from "zod/mini";
import { labInputs } from "../../app/lab-inputs.ts";
import { DEFAULT_TEXT, DEFAULT_TOOLS } from "../../wire/default-text.ts";

/** Characters: a model writes no longer message, and a link holds no longer text. */
const MOST = 200_000;
export const MOST_AT_A_TIME = 64;

const text = z.string().check(
  z.maxLength(MOST),
  z.refine((value) => value.isWellFormed()),
);

const schema = z.object({
  text: z._default(text, DEFAULT_TEXT),
  /** Definitions of tools, as JSON. */
  tools: z._default(text, DEFAULT_TOOLS),
  /** Characters that come at a time. */
  chunk: z._default(z.int().check(z.minimum(1), z.maximum(MOST_AT_A_TIME)), 4),
  /** How many chunks have come; `null`: all, and the message is over. */
  arrived: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(MOST))), null),
  /** What-if: the transcript as it is without the cut. */
  uncut: z._default(z.boolean(), false),
});

export type WireInputs = z.output<typeof schema>;
export const wireInputs = labInputs<WireInputs>("wire", schema);
