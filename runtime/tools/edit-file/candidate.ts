import { type Changed, type EditRefusal, editedFields, refusalFields } from "../../edit/mod.ts";
import { decodeText, encodeText } from "../../text/mod.ts";
import { validateSyntax } from "../check-candidate.ts";
import type { ToolContext } from "../context.ts";
import { diffFields } from "../diff-fields.ts";
import type { CurrentFile, LockedFile } from "../locked-file.ts";
import { failure, type ToolFailure } from "../types.ts";
import { undecodable } from "../undecodable.ts";
import { missAdvice, withNearest } from "./misses.ts";
import { windowOf } from "./window.ts";

export const TOOL = "edit_file";

/** How far a search may go. */
export function searchLimits(ctx: ToolContext) {
  const { edit_max_content_lines, edit_max_needle_lines } = ctx.settings.coding;
  return {
    maxContentLines: edit_max_content_lines,
    maxNeedleLines: edit_max_needle_lines,
    now: () => ctx.clock.monotonicMs(),
  };
}

/** The text of a file that must be there. */
export function textOf(
  path: string,
  current: CurrentFile | null,
): { readonly kind: "text"; readonly text: string } | ToolFailure {
  if (current === null) {
    const message = `${TOOL}: "${path}" does not exist; check the path with list_files or create it with write_file`;
    return failure("not_found", message, { path });
  }
  const decoded = decodeText(current.bytes);
  return decoded.kind === "text" ? decoded : undecodable(TOOL, path, decoded);
}

/** What an edit makes of a file, ready to be written and reported. */
export interface CheckedEdit {
  readonly kind: "checked";
  readonly bytes: Uint8Array;
  readonly fields: ReturnType<typeof fieldsOf>;
}

/** @param before `null` for a file that the edit adds. */
export async function checkEdit(
  ctx: ToolContext,
  path: string,
  before: string | null,
  changed: Changed,
  validates: boolean | undefined,
): Promise<CheckedEdit | ToolFailure> {
  const encoded = encodeText(changed.content);
  if (encoded.kind !== "bytes") {
    return failure(
      "bad_argument",
      `${TOOL}: the result would hold half a surrogate pair; nothing was written, send whole characters`,
      {
        path,
      },
    );
  }
  const checked = validates ? await validateSyntax(ctx, TOOL, { path, before, after: changed.content }) : {};
  if ("success" in checked) return checked;
  return { kind: "checked", bytes: encoded.bytes, fields: { ...fieldsOf(path, before, changed), ...checked } };
}

function fieldsOf(path: string, before: string | null, changed: Changed) {
  return {
    ...editedFields(changed),
    window: windowOf(changed.content, changed.changes),
    ...diffFields(before ?? "", changed.content, path),
  };
}

/**
 * A refusal of the edit room as a result. Misses are counted; from the second on the advice is another, and the block that
 * is most alike is shown in any case.
 *
 * @param sought The text that was looked for, if it is a text.
 */
export function refusedEdit(
  ctx: ToolContext,
  { path, resolved }: LockedFile,
  refusal: EditRefusal,
  { text, sought }: { readonly text: string | null; readonly sought: string | undefined },
): ToolFailure {
  const misses = ctx.misses.count(ctx.sessionId, resolved.absolute, refusal.errorCode);
  const message = `${TOOL}: "${path}" is unchanged: ${refusal.message}${missAdvice(misses)}`;
  const now = () => ctx.clock.monotonicMs();
  const shown = misses > 1 && text !== null ? withNearest(refusal, text, sought, now) : refusal;
  return failure(refusal.errorCode, message, { path, ...refusalFields(shown), ...(misses > 1 && { misses }) });
}
