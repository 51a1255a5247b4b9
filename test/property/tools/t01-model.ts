import { record } from "fast-check";
import { claimEqual } from "../claims.ts";
import { bucketOf, carryOut, clock, isStalenessCase, mode, type StalenessCase, steps } from "./staleness.ts";
import type { ToolsProperty } from "./tools-engine.ts";

export const model: ToolsProperty<StalenessCase> = (tools) => ({
  id: "T1",
  version: 1,
  title: "What a session is told of a file is what it last saw of its content, whatever happened since",
  doc: "Reads whole and in part, own and foreign writes of any size and time, deletions, renames and shells, by two sessions under every name of two files, against a model of a few lines.",
  kind: "model",
  needsTree: true,
  arbitrary: record({ mode, clock, steps }),
  run: (value) =>
    carryOut(tools, value, (told, { verdict }) => {
      claimEqual(told.verdict, value.mode === "off" ? "ok" : verdict, `what ${told.step.session} is told`);
    }),
  classify: bucketOf,
  witnesses: ["warn, stale", "warn, ok", "enforce, stale", "off, stale"],
  accepts: isStalenessCase,
});
