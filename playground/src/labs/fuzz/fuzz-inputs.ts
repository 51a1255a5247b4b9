import * as z from "zod/mini";
import { labInputs } from "../../app/lab-inputs.ts";

const id = z.string().check(z.regex(/^[A-Z]\d{1,2}$/));
export const MOST_RUNS = 10_000_000;
export const MOST_SECONDS = 3600;
export const MOST_SEED = 2_147_483_647;

const schema = z.object({
  /** Laws that are tried. */
  ids: z._default(z.array(id).check(z.maxLength(100)), ["M3", "M5", "M6", "S1"]),
  runs: z._default(z.int().check(z.minimum(1), z.maximum(MOST_RUNS)), 2000),
  /** Runs for so long instead; `null`: so many values. */
  seconds: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(MOST_SECONDS))), null),
  /** `null`: another one for every run. */
  seed: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(MOST_SEED))), null),
  /** A fault that is put into the product. */
  mutant: z._default(z.nullable(z.string().check(z.maxLength(64))), null),
});

export type FuzzInputs = z.output<typeof schema>;
export const fuzzInputs = labInputs<FuzzInputs>("fuzz", schema);
