import type { CommandOutcome, EditCommandName } from "../../edit/mod.ts";
import { checkResult } from "../check-candidate.ts";
import type { ToolContext } from "../context.ts";
import { guardedWrite } from "../guarded-write.ts";
import type { ToolFailure } from "../types.ts";
import type { EditFileArguments } from "./arguments.ts";
import { checkEdit, refusedEdit, searchLimits, TOOL, textOf } from "./candidate.ts";
import { soughtIn } from "./misses.ts";

export type SearchLimits = ReturnType<typeof searchLimits>;

export interface OneFileEdit {
  readonly command: EditCommandName;
  /** The argument that counts lines or places, if there is one. */
  readonly lineAddress?: string | undefined;
  /** Pure, apart from parsing. `extra` goes into the result. */
  readonly edit: (text: string, path: string, limits: SearchLimits) => Promise<EditedText> | EditedText;
}

export type EditedText =
  | CommandOutcome
  | { readonly kind: "with"; readonly outcome: CommandOutcome; readonly extra: object }
  | ToolFailure;

/** Changes the text of one file by a command. */
export async function editOne(
  ctx: ToolContext,
  path: string,
  args: EditFileArguments,
  { command, lineAddress, edit }: OneFileEdit,
) {
  const { revision, dry_run, validate_syntax } = args;
  const target = { path, gate: true, revision, lineAddress };
  let texts = { before: "", after: "" };
  let absolute = "";
  const result = await guardedWrite(
    ctx,
    TOOL,
    target,
    async (file) => {
      absolute = file.resolved.absolute;
      const current = textOf(path, file.current);
      if ("success" in current) return current;
      const edited = await edit(current.text, file.resolved.relative, searchLimits(ctx));
      if ("success" in edited) return edited;
      const { outcome, extra } = edited.kind === "with" ? edited : { outcome: edited, extra: {} };
      if (outcome.kind === "refused") {
        return refusedEdit(ctx, file, outcome, { text: current.text, sought: soughtIn(args, outcome) });
      }
      const checked = await checkEdit(ctx, file.resolved.relative, current.text, outcome, validate_syntax);
      if ("success" in checked) return checked;
      texts = { before: current.text, after: outcome.content };
      return {
        kind: "write",
        change: { kind: "write", bytes: checked.bytes },
        extra: { command, ...checked.fields, ...extra },
        warning: outcome.warning,
      };
    },
    { dryRun: dry_run },
  );
  if (!result.success) return result;
  ctx.misses.clear(ctx.sessionId, absolute);
  const checked = await checkResult(ctx, { path: result.data.path, ...texts });
  return { ...result, data: { ...result.data, ...checked } };
}
