import { isFileSystemError, statusOf } from "../../../runtime/errors.ts";
import { joinPath, parentOf } from "../../../runtime/paths.ts";
import { contentBytes, type PlaygroundEvent } from "../document/mod.ts";
import type { CallAnswer } from "./frame.ts";
import { type EngineWorkspace, putFile, ROOT, STORE } from "./workspace.ts";

export interface Happened {
  readonly answer: CallAnswer | null;
  readonly trouble: string | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The turn of a call that names none. */
const DEFAULT_TURN = "t1";

const TOOL_OF = { read: "read_file", edit: "edit_file", write: "write_file", revert: "revert_turn" } as const;

/** Lets one event happen. What cannot happen (a file to touch is not there) is told, and changes nothing. */
export async function applyEvent(workspace: EngineWorkspace, event: PlaygroundEvent): Promise<Happened> {
  const { fs, volume, clock, runtime } = workspace;
  switch (event.type) {
    case "read":
    case "edit":
    case "write":
    case "revert":
      return answered(await callTool(workspace, TOOL_OF[event.type], event));
    case "call":
      return answered(await callTool(workspace, event.tool, event));
    case "human-write": {
      const absolute = joinPath(ROOT, event.path);
      const before = event.keepTime ? await fs.stat(absolute) : null;
      return attempted(async () => {
        await putFile(fs, event.path, contentBytes(event.content) ?? new Uint8Array());
        const seconds = before === null ? null : Number(before.mtimeNs) / 1e9;
        if (seconds !== null) volume.utimesSync(absolute, seconds, seconds);
      });
    }
    case "touch":
      return attempted(async () =>
        volume.utimesSync(joinPath(ROOT, event.path), clock.now() / 1000, clock.now() / 1000),
      );
    case "delete":
      return attempted(() => fs.rm(joinPath(ROOT, event.path)));
    case "rename":
      return attempted(async () => {
        await fs.mkdir(parentOf(joinPath(ROOT, event.to)), { recursive: true });
        await fs.rename(joinPath(ROOT, event.from), joinPath(ROOT, event.to));
      });
    case "shell": {
      runtime.contextFor({ surface: "agent", sessionId: event.session }).fileState.forgetSession(event.session);
      return attempted(async () => {
        for (const { path, content } of event.writes ?? [])
          await putFile(fs, path, contentBytes(content) ?? new Uint8Array());
      });
    }
    case "store":
      return attempted(async () => harmBlob(workspace, event.sha256, event.action));
    case "prune":
      return attempted(async () => {
        // Day by day, for a clock that leaps ahead is not believed at once.
        for (let left = event.days; left > 0; left -= 1) {
          clock.pass(Math.min(left, 1) * DAY_MS);
          await runtime.checkpoints.pruneIfDue();
        }
      });
    case "crash":
      return attempted(() => workspace.restart());
  }
}

/** As a failing disk or a careless hand would. */
function harmBlob({ volume }: EngineWorkspace, sha256: string, action: "drop" | "alter"): void {
  const path = `${STORE}/blobs/${sha256.slice(0, 2)}/${sha256}`;
  if (action === "drop") {
    volume.unlinkSync(path);
    return;
  }
  const bytes = volume.readFileSync(path);
  const altered = typeof bytes === "string" ? new TextEncoder().encode(bytes) : new Uint8Array(bytes);
  const [first = 0] = altered;
  altered[0] = first ^ 1;
  volume.chmodSync(path, 0o600);
  volume.writeFileSync(path, altered.length === 0 ? new Uint8Array([1]) : altered);
}

/** One call as a client sends it, over HTTP. */
export async function callTool(
  { runtime }: EngineWorkspace,
  tool: string,
  {
    session,
    turn = DEFAULT_TURN,
    arguments: args,
  }: { session: string; turn?: string | undefined; arguments: Record<string, unknown> },
): Promise<CallAnswer> {
  const context = runtime.contextFor({ surface: "http", sessionId: session, turnId: turn });
  const result = await runtime.callTool(tool, args, context);
  const status = statusOf(result.success ? undefined : result.error_code);
  return { tool, arguments: args, session, turn, status, result };
}

function answered(answer: CallAnswer): Happened {
  return { answer, trouble: null };
}

async function attempted(task: () => Promise<unknown>): Promise<Happened> {
  try {
    await task();
    return { answer: null, trouble: null };
  } catch (error) {
    const code = isFileSystemError(error) ? error.code : errnoOf(error);
    if (code === null) throw error;
    return { answer: null, trouble: `it could not happen: ${code}` };
  }
}

/** memfs's own errors carry the errno name. */
function errnoOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
