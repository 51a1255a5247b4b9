import { record } from "fast-check";
import { claimEqual } from "../claims.ts";
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

interface ShellCase {
  readonly clock: FileClock;
  readonly before: readonly Step[];
  readonly look: Look;
}

export const shell: ToolsProperty<ShellCase> = (tools) => ({
  id: "T6",
  version: 1,
  title: "After something ran that may have changed any file, a session has read none",
  doc: "Only its own memory goes: a file that is not there then is a new one, and not gone.",
  kind: "model",
  needsTree: true,
  arbitrary: record({ clock, before: steps, look }),
  async run({ clock, before, look }) {
    const told = await toldOf(tools, { mode: "warn", clock, steps: withShell(before, look) });
    claimEqual(told.at(-1)?.verdict, isThere(before, look) ? "never_read" : "ok", "what is told after a shell");
  },
  classify({ before, look }) {
    const knew = before.some(
      (step) => step.does === "read" && step.session === look.session && step.file === look.file,
    );
    return `${knew ? "read" : "unread"}, ${isThere(before, look) ? "there" : "absent"}`;
  },
  witnesses: ["read, there", "read, absent", "unread, there", "unread, absent"],
  accepts: isRecordOf<ShellCase>({
    clock: isOneOf(CLOCKS),
    before: isListOf(isStep),
    look: isRecordOf<Look>({ session: isOneOf(SESSIONS), file: isOneOf(FILES), spelling: isCount }),
  }),
});

function withShell(before: readonly Step[], look: Look): Step[] {
  return [
    ...before,
    { does: "shell", session: look.session },
    { does: "write", ...look, content: "after\n", isDry: false },
  ];
}

function isThere(before: readonly Step[], { file, session }: Look): boolean {
  const after = foretell({ mode: "warn", steps: [...before, { does: "shell", session }] });
  return after.at(-1)?.files.has(file) ?? false;
}
