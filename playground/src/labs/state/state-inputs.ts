import * as z from "zod/mini";
import type { Workbench } from "../../app/mod.ts";
import { eventsSchema } from "../../document/mod.ts";

const flag = z._default(z.boolean(), false);
const session = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\w.:-]+$/));

/** A list of events that was left for another one. */
const branch = z.object({ title: z.string().check(z.maxLength(80)), events: eventsSchema });

const inputs = z.object({
  /** Whose observations are shown. */
  observer: z._default(session, "A"),
  /** The turn of each session's next call. */
  turns: z._default(z.record(session, z.int().check(z.minimum(1), z.maximum(999))), {}),
  /** Edits carry the revision of what the session saw. */
  withRevision: flag,
  command: z._default(z.string().check(z.maxLength(200)), "make"),
  branches: z._default(z.array(branch).check(z.maxLength(8)), []),
  /** What the two agents of the schedules do. */
  act: z._default(z.enum(["edit", "write"]), "edit"),
  /** Number of the schedule that is open. */
  schedule: z._default(z.int().check(z.minimum(0), z.maximum(99)), 0),
  /** What-if. */
  timesOnly: flag,
  noLock: flag,
});

export type StateInputs = z.output<typeof inputs>;

/** What the lab was asked, from the document. Inputs that are not as they should be count as none. */
export function stateInputs(bench: Workbench): StateInputs {
  const parsed = inputs.safeParse(bench.document.value.inputs.state ?? {});
  return parsed.success ? parsed.data : inputs.parse({});
}

export function setStateInputs(bench: Workbench, fields: Partial<StateInputs>): void {
  const { inputs: all } = bench.document.peek();
  const defaults = Object.entries(inputs.parse({}));
  // Links leave out what is as it always is.
  const kept = Object.entries({ ...stateInputs(bench), ...fields }).filter(
    ([name, value]) => JSON.stringify(defaults.find(([known]) => known === name)?.[1]) !== JSON.stringify(value),
  );
  bench.change({ inputs: { ...all, state: Object.fromEntries(kept) } });
}

export const SESSIONS = ["A", "B"] as const;

export function turnOf({ turns }: StateInputs, who: string): string {
  return `t${turns[who] ?? 1}`;
}
