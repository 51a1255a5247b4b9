import { SHELL_NOT_COVERED, type TurnList } from "../../checkpoints/mod.ts";
import { type Shell, table } from "../shell.ts";
import { withCheckpoints } from "./reader.ts";

const NOTHING: TurnList = { count: 0, turns: [], ...SHELL_NOT_COVERED };

export async function listTurns(shell: Shell, options: { session?: string; limit: number }): Promise<number> {
  return withCheckpoints(shell, "look", undefined, async (checkpoints) => {
    const list = (await checkpoints?.list({ sessionId: options.session, limit: options.limit })) ?? NOTHING;
    if (shell.json) await shell.printJson(list);
    else await shell.print(`${list.count === 0 ? "No checkpoints" : tableOf(list)}\n\n${list.note}`);
    return 0;
  });
}

function tableOf(list: TurnList): string {
  const rows = list.turns.map((turn) => {
    const what = turn.kind === "write" ? "" : `revert of ${turn.reverts ?? "?"}, ${turn.state ?? "?"}`;
    return [turn.turn_id, turn.session_id, String(turn.writes), String(turn.files), turn.ended_at, what];
  });
  return table([["TURN", "SESSION", "WRITES", "FILES", "LAST WRITE", ""], ...rows]);
}
