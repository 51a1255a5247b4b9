import type { Workbench } from "../../app/mod.ts";
import { matchInputs } from "./match-inputs.ts";

/** The true edit, as the session would send it; what-if switches stay out of it. */
export function applyEdit(bench: Workbench): void {
  const path = bench.path.peek();
  if (path === null) return;
  const { old_text, new_text, replace_all, expected, session } = matchInputs(bench);
  bench.append({
    type: "edit",
    session,
    turn: "t1",
    arguments: {
      path,
      command: "str_replace",
      old_text,
      new_text,
      ...(replace_all && { replace_all: true }),
      ...(expected !== null && { expected_replacements: expected }),
    },
  });
}

export function readOpenFile(bench: Workbench): void {
  const path = bench.path.peek();
  if (path !== null)
    bench.append({ type: "read", session: matchInputs(bench).session, turn: "t1", arguments: { path } });
}
