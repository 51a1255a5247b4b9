import { record } from "fast-check";
import { claim, claimEqual } from "../claims.ts";
import { isCount, isListOf, isOneOf, isRecordOf } from "../guards.ts";
import {
  CLOCKS,
  clock,
  FILES,
  type FileClock,
  foretell,
  isStep,
  type Look,
  look,
  SESSIONS,
  type Step,
  steps,
  toldOf,
} from "./staleness.ts";
import type { ToolsProperty } from "./tools-engine.ts";

interface OwnWriteCase {
  readonly clock: FileClock;
  readonly before: readonly Step[];
  readonly look: Look;
}

export const ownWrites: ToolsProperty<OwnWriteCase> = (tools) => ({
  id: "T4",
  version: 1,
  title: "A session has seen what it wrote itself",
  doc: "Whatever went before: after a write that landed, the next one of the same session is told nothing.",
  kind: "model",
  needsTree: true,
  arbitrary: record({ clock, before: steps, look }),
  async run({ clock, before, look }) {
    const write = (content: string, spelling: number): Step => ({
      does: "write",
      ...look,
      spelling,
      content,
      isDry: false,
    });
    const run = [...before, write("mine\n", look.spelling), write("mine again\n", look.spelling + 1)];
    const told = await toldOf(tools, { mode: "warn", clock, steps: run });
    const [first, second] = told.slice(-2);
    claim(first !== undefined && second !== undefined, "two writes were to be made");
    claimEqual([first.success, second.success, second.left], [true, true, "mine again\n"], "the two writes");
    claimEqual(second.verdict, "ok", "what the session is told of its own content");
  },
  classify: ({ before, look }) =>
    foretell({ mode: "warn", steps: [...before, { does: "write", ...look, content: "mine\n", isDry: false }] }).at(-1)
      ?.verdict ?? "none",
  witnesses: ["ok", "never_read", "stale", "gone"],
  accepts: isRecordOf<OwnWriteCase>({
    clock: isOneOf(CLOCKS),
    before: isListOf(isStep),
    look: isRecordOf<Look>({ session: isOneOf(SESSIONS), file: isOneOf(FILES), spelling: isCount }),
  }),
});
