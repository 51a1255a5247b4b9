import type { PlannedChange } from "./apply-changes.ts";
import type { ToolContext } from "./context.ts";

/**
 * Takes back changes that were made, the last one first. Only a file that still holds what was written is replaced; one
 * that holds anything else is somebody's newer work.
 *
 * @returns For each change, in the order given, whether the file is now what it was before. Never throws.
 */
export async function putBack(ctx: ToolContext, made: readonly PlannedChange[]): Promise<readonly boolean[]> {
  const back = made.map(() => false);
  for (const [at, plan] of [...made.entries()].reverse()) back[at] = await takeBack(ctx, plan).catch(() => false);
  return back;
}

async function takeBack(ctx: ToolContext, { file, change }: PlannedChange): Promise<boolean> {
  const { current, resolved } = file;
  const path = resolved.absolute;
  const stat = await ctx.fs.lstat(path);
  const found = stat?.kind === "file" ? ctx.hash.sha256(await ctx.fs.readFile(path)) : null;
  const left = change.kind === "write" ? ctx.hash.sha256(change.bytes) : null;
  if (stat !== null && found === null) return false;
  if (found === (current?.sha256 ?? null)) return true;
  if (found !== left) return false;
  if (current === null) {
    await ctx.fs.rm(path, { durable: true });
    return true;
  }
  const guard = found === null ? { exclusive: true } : { expectSha256: found };
  const written = await ctx.fs.writeFile(path, current.bytes, { durable: true, mode: current.mode, ...guard });
  return written === "written";
}
