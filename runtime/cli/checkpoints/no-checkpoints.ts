import { SHELL_NOT_COVERED } from "../../checkpoints/mod.ts";
import { exitCodeOf, failureBody } from "../cli-error.ts";
import { printable, type Shell } from "../shell.ts";

/** Says that there is nothing to show; answers the exit code. */
export async function tellNoCheckpoints(shell: Shell, turn: string | undefined): Promise<number> {
  const missing = turn === undefined ? "no checkpoints yet" : `no checkpoints for turn "${printable(turn)}"`;
  const message = `${missing}; "mortise checkpoints list" shows the turns there are`;
  if (shell.json) {
    await shell.printJson({ ...failureBody("no_checkpoints", message), ...SHELL_NOT_COVERED });
  } else {
    await shell.say(`mortise: ${message}`);
    await shell.print(SHELL_NOT_COVERED.note);
  }
  return exitCodeOf("no_checkpoints");
}
