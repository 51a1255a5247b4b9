import * as z from "zod/mini";
import type { Workbench } from "../../app/mod.ts";

const inputs = z.object({
  /** The open turn; `null`: the newest. */
  turn: z._default(z.nullable(z.string().check(z.maxLength(64))), null),
  /** The open path of its plan; `null`: the first. */
  path: z._default(z.nullable(z.string().check(z.maxLength(512))), null),
  /** What dies in the crash lab: the event at the playhead, or a revert of the open turn. */
  crash: z._default(z.enum(["event", "revert"]), "revert"),
  /** The storage call it dies at. */
  crashAt: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
  /** Days that pass before a clean-up. */
  days: z._default(z.int().check(z.minimum(0), z.maximum(3650)), 30),
});

export type RevertInputs = z.output<typeof inputs>;

/** What the lab was asked, from the document. Inputs that are not as they should be count as none. */
export function revertInputs(bench: Workbench): RevertInputs {
  const parsed = inputs.safeParse(bench.document.value.inputs.revert ?? {});
  return parsed.success ? parsed.data : inputs.parse({});
}

export function setRevertInputs(bench: Workbench, fields: Partial<RevertInputs>): void {
  const { inputs: all } = bench.document.peek();
  const defaults = Object.entries(inputs.parse({}));
  // Links leave out what is as it always is.
  const kept = Object.entries({ ...revertInputs(bench), ...fields }).filter(
    ([name, value]) => JSON.stringify(defaults.find(([known]) => known === name)?.[1]) !== JSON.stringify(value),
  );
  bench.change({ inputs: { ...all, revert: Object.fromEntries(kept) } });
}
