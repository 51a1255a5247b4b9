import { record } from "fast-check";
import { claimEqual } from "../claims.ts";
import { bucketOf, clock, isStalenessCase, type StalenessCase, type Step, steps, toldOf } from "./staleness.ts";
import type { ToolsEngine, ToolsProperty } from "./tools-engine.ts";

export const sessions: ToolsProperty<StalenessCase> = (tools) => ({
  id: "T5",
  version: 1,
  title: "What one session reads is nothing to another, and all names of a file are one",
  doc: "Leaving out what the other session read and ran, and calling each file by its plainest name, changes nothing of what this session is told.",
  kind: "metamorphic",
  needsTree: true,
  arbitrary: record({ clock, steps }).map((run): StalenessCase => ({ mode: "warn", ...run })),
  async run(value) {
    const plain = value.steps.filter((step) => !isOnlySeenByOther(step)).map(plainlyNamed);
    claimEqual(
      await toldToFirst(tools, value),
      await toldToFirst(tools, { ...value, steps: plain }),
      "what s1 is told, beside what it is told alone and by plain names",
    );
  },
  classify(value) {
    const others = value.steps.filter(isOnlySeenByOther).length;
    return `${others > 0 ? "with" : "without"} another session, ${bucketOf(value)}`;
  },
  witnesses: ["with another session, warn, stale", "with another session, warn, ok"],
  accepts: isStalenessCase,
});

function isOnlySeenByOther(step: Step): boolean {
  return (step.does === "read" || step.does === "shell") && step.session === "s2";
}

function plainlyNamed(step: Step): Step {
  return step.does === "read" || step.does === "write" ? { ...step, spelling: 0 } : step;
}

async function toldToFirst(tools: ToolsEngine, run: StalenessCase) {
  const told = await toldOf(tools, run);
  return told.flatMap(({ step, ...answer }) => (step.session === "s1" ? [answer] : []));
}
