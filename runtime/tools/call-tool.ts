import { type ErrorCode, FileSystemError, StoreError } from "../errors.ts";
import { isInside } from "../paths.ts";
import type { ToolContext } from "./context.ts";
import { shortened, withShortData, withShortValues } from "./short-values.ts";
import { failure, type Tool, type ToolFailure, type ToolResult } from "./types.ts";

/** Clients that namespace tool names send them with this prefix. */
const NAME_PREFIX = "coding_tools__";

/** The one door of every surface: finds the tool, runs it, turns whatever is thrown into a typed result, and records it. */
export async function callTool(
  tools: readonly Tool[],
  name: string,
  args: unknown,
  ctx: ToolContext,
): Promise<ToolResult> {
  const bare = name.startsWith(NAME_PREFIX) ? name.slice(NAME_PREFIX.length) : name;
  const tool = tools.find((candidate) => candidate.name === bare);
  if (!tool) {
    const known = tools.map((candidate) => candidate.name);
    return failure("unknown_tool", `no tool "${shortened(name)}"; call one of ${known.join(", ")}`, { tools: known });
  }
  if (ctx.signal.aborted) {
    const message = `${tool.name}: cancelled before it began; nothing was changed, call it again if it is still wanted`;
    return withSaid(tool, failure("cancelled", message));
  }
  const result = withSaid(tool, withShortValues(await run(tool, args, ctx), args));
  const fields = await ctx.statuses.record(ctx, { tool: tool.name, args, changes: tool.changes(args) }, result);
  const answer = withShortData(result);
  return fields === null ? answer : { ...answer, data: { ...answer.data, ...fields } };
}

/** What the tool says itself goes first. */
function withSaid({ alwaysSaid }: Tool, result: ToolResult): ToolResult {
  return alwaysSaid === undefined ? result : { ...result, data: { ...alwaysSaid, ...result.data } };
}

async function run(tool: Tool, args: unknown, ctx: ToolContext): Promise<ToolResult> {
  try {
    return await tool.call(args, ctx);
  } catch (error) {
    return thrownFailure(tool.name, error, ctx);
  }
}

const ERRNO_CODES: Readonly<Record<string, ErrorCode>> = {
  ENOENT: "not_found",
  EACCES: "permission_denied",
  EPERM: "permission_denied",
  EROFS: "permission_denied",
  EISDIR: "not_a_file",
  ENOTDIR: "not_a_file",
  EFBIG: "too_large",
  ENAMETOOLONG: "bad_argument",
  EINVAL: "bad_argument",
};

/** Errors name paths as the model knows them, below the root; a path elsewhere on the machine is not its business. */
function thrownFailure(tool: string, error: unknown, ctx: ToolContext): ToolFailure {
  if (ctx.signal.aborted)
    return failure(
      "cancelled",
      `${tool}: cancelled while it waited; nothing was changed, call it again if it is still wanted`,
    );
  if (error instanceof StoreError) {
    const why = error.errorCode === "unavailable" ? "is busy or out of reach; retry" : "cannot be read; tell the user";
    return failure(error.errorCode, `${tool}: the checkpoint store ${why}; nothing was changed`);
  }
  if (!(error instanceof FileSystemError)) {
    const kind = error instanceof Error ? error.name : typeof error;
    return failure("internal", `${tool}: the runtime failed (${kind}); this is a fault to report, not to retry`);
  }
  const place = isInside(ctx.root, error.path) ? error.path.slice(ctx.root.length).replace(/^\//, "") : "its own files";
  const code = ERRNO_CODES[error.code] ?? "io_error";
  // A write may fail at its last step, after the file was replaced.
  const state =
    error.operation === "writeFile" ? "; it holds its old or its new bytes, so read it before going on" : "";
  const message = `${tool}: ${error.operation} of "${place}" failed with ${error.code}${state}; ${nextStepAfter(code)}`;
  return failure(code, message, { errno: error.code });
}

function nextStepAfter(code: ErrorCode): string {
  if (code === "permission_denied") return "name another path, or ask the user for access";
  if (code === "not_found" || code === "not_a_file") return "see what is there now with list_files";
  if (code === "bad_argument" || code === "too_large") return "name another path, or write less";
  return "retry once, then tell the user";
}
