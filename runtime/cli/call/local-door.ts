import { statusOf } from "../../errors.ts";
import { createRuntime } from "../../runtime.ts";
import { openStore } from "../open-store.ts";
import { realFolder } from "../real-folder.ts";
import { setUp } from "../setup.ts";
import type { Shell } from "../shell.ts";
import type { ToolDoor } from "./tool-door.ts";

/** The tools in this process; sessions live as long as it does. */
export async function openLocalDoor(shell: Shell, folder: string): Promise<ToolDoor> {
  const { host } = shell;
  const setup = await setUp(shell);
  const store = await openStore(shell, setup);
  const root = await realFolder(store.fs, host.cwd(), folder, "--root");
  await store.makeFolders();
  const { fs, locks, checkpoints, memory, protectedFolders } = store;
  const runtime = await createRuntime(
    {
      fs,
      locks,
      checkpoints,
      memory,
      hash: host.hash,
      clock: host.clock,
      ids: host.ids,
      grammars: host.grammars,
      checkers: host.checkers,
    },
    { root, protectedFolders, settings: setup.settings },
  );
  return {
    async call({ tool, args, sessionId, turnId }) {
      const body = await runtime.callTool(tool, args, runtime.contextFor({ surface: "cli", sessionId, turnId }));
      return { status: body.success ? 200 : statusOf(body.error_code), body: { ...body } };
    },
    close: () => store.close(),
  };
}
