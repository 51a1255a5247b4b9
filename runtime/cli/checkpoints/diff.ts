import { type FileDiff, SHELL_NOT_COVERED, type TurnDiff } from "../../checkpoints/mod.ts";
import { printable, type Shell } from "../shell.ts";
import { tellNoCheckpoints } from "./no-checkpoints.ts";
import { withCheckpoints } from "./reader.ts";

export async function diffTurn(shell: Shell, options: { turn: string | undefined; root?: string }): Promise<number> {
  return withCheckpoints(shell, "look", options.root, async (checkpoints, root) => {
    const diff = (await checkpoints?.diff(options.turn, { root })) ?? null;
    if (diff === null) return tellNoCheckpoints(shell, options.turn);
    if (shell.json) await shell.printJson(diff);
    else await shell.print(textOf(diff, shell));
    return 0;
  });
}

function textOf(diff: TurnDiff, shell: Shell): string {
  return [...diff.files.map((file) => fileText(file, shell)), SHELL_NOT_COVERED.note].join("\n");
}

function fileText(file: FileDiff, { paint }: Shell): string {
  const detail = file.detail === "" ? "" : ` (${printable(file.detail)})`;
  const head = paint("bold", `${file.change} ${printable(file.path)}${detail}`);
  const lines = (file.diff ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const shown = printable(line);
      if (line.startsWith("+")) return paint("green", shown);
      return line.startsWith("-") ? paint("red", shown) : shown;
    });
  return [head, ...lines].join("\n");
}
