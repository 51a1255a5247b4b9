import type { MatchStrategy, TraceStep } from "../../../runtime/edit/mod.ts";
import { claim, claimEqual } from "../claims.ts";
import type { EditProperty } from "./edit-property.ts";
import type { RegisteredMatcher } from "./engine.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";

export const firstDecides: EditProperty<EditCase> = (edit) => ({
  id: "M4",
  version: 1,
  title: "The first strategy that proposes anything decides, and no later one is asked",
  doc: "Spies stand in for the strategies. The trace tells the same story: one step for each, in order, and why not.",
  kind: "pbt",
  arbitrary: editCase,
  run({ content, oldText, replaceAll }) {
    const asked: MatchStrategy[] = [];
    const spies = edit.matchers.map((matcher) => spyOn(matcher, asked));
    const trace: TraceStep[] = [];
    const options = { replaceAll, onStep: (step: TraceStep) => trace.push(step) };
    const match = edit.decide(spies, content, oldText, options);
    const order = edit.matchers.map(({ name }) => name);
    claimEqual(
      trace.map(({ strategy }) => strategy),
      order,
      "steps of the trace",
    );

    const decided = trace.findIndex(({ reason }) => reason === "decided");
    const ran = trace.filter((step) => step.ran).map(({ strategy }) => strategy);
    claimEqual(asked, ran, "strategies asked, against those the trace says ran");
    for (const [index, step] of trace.entries()) {
      if (index === decided) continue;
      claimEqual(step.candidates, 0, `candidates of ${step.strategy}, which did not decide`);
      if (decided >= 0 && index > decided) claimEqual(step.reason, "not_reached", `why ${step.strategy} did not run`);
    }
    const decider = trace[decided]?.strategy;
    claimEqual(match.strategy ?? null, decider ?? null, "strategy of the answer, against that of the trace");
    if (decider === undefined) return;
    // A refusal lists the first ten.
    const places = edit.propose(decider, content, oldText);
    const listed = match.kind === "matched" ? places : places.slice(0, match.candidates?.length);
    claimEqual(match.candidates, listed, "candidates of the answer, against those of the decider");
    claimEqual(trace[decided]?.candidates, places.length, "candidates in the trace, against those of the decider");
    const earlier = order.slice(0, decided).filter((name) => edit.propose(name, content, oldText).length > 0);
    claim(earlier.length === 0, `${earlier.join(", ")} proposed something and was passed over for ${decider}`);
  },
  classify({ content, oldText }) {
    return edit.find(content, oldText).strategy ?? "none";
  },
  witnesses: ["exact", "indentation_flexible", "line_trimmed", "whitespace_normalized", "block_anchor", "none"],
  accepts: isEditCase,
});

function spyOn(matcher: RegisteredMatcher, asked: MatchStrategy[]): RegisteredMatcher {
  return {
    ...matcher,
    find(...args: Parameters<RegisteredMatcher["find"]>) {
      asked.push(matcher.name);
      return matcher.find(...args);
    },
  };
}
