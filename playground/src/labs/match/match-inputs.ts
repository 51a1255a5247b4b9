import * as z from "zod/mini";
import { MATCHERS, type MatchStrategy } from "../../../../runtime/edit/mod.ts";
import type { Workbench } from "../../app/mod.ts";
import type { PlaygroundDocument } from "../../document/mod.ts";

const text = z._default(
  z.string().check(
    z.maxLength(1_000_000),
    z.refine((value) => value.isWellFormed()),
  ),
  "",
);
const flag = z._default(z.boolean(), false);

const inputs = z.object({
  old_text: text,
  new_text: text,
  replace_all: flag,
  /** Number of replacements to insist on; `null`: any. */
  expected: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))), null),
  /** Whose session edits. */
  session: z._default(z.string().check(z.minLength(1), z.maxLength(64)), "A"),
  /** What-if: strategies in this order, by name; unknown names are passed over. */
  order: z._default(z.array(z.string()).check(z.maxLength(32)), []),
  fallThrough: flag,
  anySpan: flag,
  keepLineEnds: flag,
});

export type MatchInputs = z.output<typeof inputs>;

/** What the lab was asked, from the document. Inputs that are not as they should be count as none. */
export function matchInputs(bench: Workbench): MatchInputs {
  return readMatchInputs(bench.document.value);
}

export function readMatchInputs(document: Pick<PlaygroundDocument, "inputs">): MatchInputs {
  const parsed = inputs.safeParse(document.inputs.match ?? {});
  return parsed.success ? parsed.data : inputs.parse({});
}

export function setMatchInputs(bench: Workbench, fields: Partial<MatchInputs>): void {
  const { inputs: all } = bench.document.peek();
  const next = Object.entries({ ...matchInputs(bench), ...fields });
  const defaults = Object.entries(inputs.parse({}));
  // Links leave out what is as it always is.
  const kept = next.filter(
    ([name, value]) => JSON.stringify(defaults.find(([known]) => known === name)?.[1]) !== JSON.stringify(value),
  );
  bench.change({ inputs: { ...all, match: Object.fromEntries(kept) } });
}

/** The strategies in the order asked for; all of them, whatever was written. */
export function strategyOrder({ order }: MatchInputs): MatchStrategy[] {
  const names = MATCHERS.map(({ name }) => name);
  const first = order.flatMap((wanted) => names.filter((name) => name === wanted));
  return [...new Set([...first, ...names])];
}

export function isReordered(asked: MatchInputs): boolean {
  return strategyOrder(asked).join() !== MATCHERS.map(({ name }) => name).join();
}

export function hasWhatIf(asked: MatchInputs): boolean {
  return isReordered(asked) || asked.fallThrough || asked.anySpan || asked.keepLineEnds;
}
