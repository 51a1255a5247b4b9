import { record } from "fast-check";
import { claimEqual } from "../claims.ts";
import { bucketOf, clock, isStalenessCase, mode, type StalenessCase, steps, toldOf } from "./staleness.ts";
import type { ToolsProperty } from "./tools-engine.ts";

export const partialReads: ToolsProperty<StalenessCase> = (tools) => ({
  id: "T3",
  version: 1,
  title: "Whether a read showed all of a file or a part of it changes no verdict",
  doc: "A model reads windows of long files; what counts is that the content is the one the window was of.",
  kind: "metamorphic",
  needsTree: true,
  arbitrary: record({ mode, clock, steps }),
  async run(value) {
    const reading = async (isPartial: boolean) => {
      const all = value.steps.map((step) => (step.does === "read" ? { ...step, isPartial } : step));
      return (await toldOf(tools, { ...value, steps: all })).map(({ step, ...answer }) => answer);
    };
    claimEqual(await reading(true), await reading(false), "answers after partial reads");
  },
  classify(value) {
    const reads = value.steps.some(({ does }) => does === "read");
    return reads ? bucketOf(value) : "nothing read";
  },
  witnesses: ["nothing read", "warn, stale", "warn, ok", "enforce, stale", "off, ok"],
  accepts: isStalenessCase,
});
