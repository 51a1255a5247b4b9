import type { TurnDetail } from "../../checkpoints/mod.ts";
import { printable, type Shell, table } from "../shell.ts";
import { tellNoCheckpoints } from "./no-checkpoints.ts";
import { planTable } from "./plan-table.ts";
import { withCheckpoints } from "./reader.ts";

export async function showTurn(shell: Shell, options: { turn: string | undefined; root?: string }): Promise<number> {
  return withCheckpoints(shell, "look", options.root, async (checkpoints, root) => {
    const turn = (await checkpoints?.show(options.turn, { root })) ?? null;
    if (turn === null) return tellNoCheckpoints(shell, options.turn);
    if (shell.json) await shell.printJson(turn);
    else await shell.print(textOf(turn, shell));
    return 0;
  });
}

function revertLine({ reverts, state }: TurnDetail): string {
  const ending =
    state === "interrupted" ? "cut off with its process; the next start or revert ends it" : (state ?? "?");
  return `\nIt is the revert of turn ${printable(reverts ?? "?")}: ${ending}`;
}

function textOf(turn: TurnDetail, shell: Shell): string {
  const writes = turn.writes.map((write) => {
    const change = write.existed ? `${write.before_size} -> ${write.after_size}` : `new, ${write.after_size}`;
    return [write.created_at, write.tool_name, write.path, `${change} bytes`, write.checkpoint_id];
  });
  const roots = [...new Set(turn.writes.map((write) => write.root))].map(printable).join(", ");
  return [
    `Turn ${printable(turn.turn_id)} in ${roots}${turn.kind === "write" ? "" : revertLine(turn)}`,
    table([["WRITTEN", "TOOL", "FILE", "CHANGE", "CHECKPOINT"], ...writes]),
    `A revert would:\n${planTable(turn.plan, shell.paint)}`,
    turn.note,
  ].join("\n\n");
}
