import { record } from "fast-check";
import { claimEqual } from "../claims.ts";
import { bucketOf, carryOut, clock, isStalenessCase, mode, type StalenessCase, steps } from "./staleness.ts";
import type { ToolsProperty } from "./tools-engine.ts";

export const modes: ToolsProperty<StalenessCase> = (tools) => ({
  id: "T7",
  version: 1,
  title: "enforce writes only what the session knows, warn lets all through with a word, off says nothing",
  doc: "A refused or dry write leaves every byte; a refusal carries the verdict as its code.",
  kind: "model",
  needsTree: true,
  arbitrary: record({ mode, clock, steps }),
  run: (value) =>
    carryOut(tools, value, ({ step, verdict, success, errorCode, left }, foretold) => {
      const says = value.mode === "off" ? "ok" : foretold.verdict;
      claimEqual(
        { verdict, success, errorCode },
        { verdict: says, success: foretold.passes, errorCode: foretold.passes ? null : foretold.verdict },
        `the answer under ${value.mode}`,
      );
      claimEqual(left, foretold.files.get(step.file) ?? null, "what stands there afterwards");
    }),
  classify: bucketOf,
  witnesses: ["off, stale", "warn, stale", "enforce, stale", "enforce, ok"],
  accepts: isStalenessCase,
});
