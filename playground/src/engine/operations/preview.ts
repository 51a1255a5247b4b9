import {
  type ComparedLine,
  type EditTrace,
  type MatchCandidate,
  strReplace,
  traceEditMatch,
} from "../../../../runtime/edit/mod.ts";
import { type WhatIf, type WhatIfEdit, whatIfEdit } from "../../../../runtime/edit/what-if.ts";
import { statusOf } from "../../../../runtime/errors.ts";
import { joinPath } from "../../../../runtime/paths.ts";
import { decodeText } from "../../../../runtime/text/mod.ts";
import { EditMisses, StatusRecorder } from "../../../../runtime/tools/mod.ts";
import type { PlaygroundDocument } from "../../document/mod.ts";
import { type DiffRow, diffRows } from "../diff-rows.ts";
import type { CallAnswer } from "../frame.ts";
import { isOnlyTheSpans } from "../only-the-spans.ts";
import { ROOT } from "../workspace.ts";
import type { Operation } from "./operation.ts";

export interface PreviewRequest {
  readonly document: Pick<PlaygroundDocument, "files" | "settings" | "events">;
  /** The state to try the edit on, as a number of events. */
  readonly upTo: number;
  readonly session: string;
  readonly turn: string;
  readonly path: string;
  readonly edit: {
    readonly old_text: string;
    readonly new_text: string;
    readonly replace_all?: boolean;
    readonly expected_replacements?: number;
  };
  /** Rules to switch off, beside the true answer; `null`: none. */
  readonly whatIf: WhatIf | null;
}

export interface EditPreview {
  /** What the tool answers to a dry run of this edit. */
  readonly answer: CallAnswer;
  /** `null` when the file cannot be read as text. */
  readonly shown: ShownEdit | null;
  /** The same under other rules; `null` without any. */
  readonly whatIf: ShownEdit | null;
}

export interface ShownEdit extends EditTrace {
  /** Where the deciding strategy found something: all places of a match, the first ten of a refusal. */
  readonly places: readonly MatchCandidate[];
  /** "" when the edit is refused. */
  readonly message: string;
  readonly errorCode: string | null;
  readonly requiresReview: boolean;
  readonly warning: string | null;
  /** The text after the edit; `null` when it is refused. */
  readonly after: string | null;
  readonly diff: readonly DiffRow[];
  /** Whether no byte outside the places changed, compared byte by byte; `null` when the edit is refused. */
  readonly onlySpans: boolean | null;
}

export type { ComparedLine, DiffRow };

/** Tries an edit on a state without changing it. */
export const preview: Operation<PreviewRequest, EditPreview> = async (request, { folds }) => {
  const { document, upTo, session, turn, path, edit, whatIf } = request;
  const { workspace } = await folds.at(document, upTo);
  const { runtime, fs } = workspace;
  const base = runtime.contextFor({ surface: "http", sessionId: session, turnId: turn });
  // Trying something out is no miss of the session's, and leaves no status behind.
  const context = { ...base, misses: new EditMisses(), statuses: new StatusRecorder(base.memory) };
  const sent = { path, command: "str_replace", ...edit };
  const result = await runtime.callTool("edit_file", { ...sent, dry_run: true }, context);
  const status = statusOf(result.success ? undefined : result.error_code);
  const answer = { tool: "edit_file", arguments: sent, session, turn, status, result };

  const absolute = joinPath(ROOT, path);
  const bytes = (await fs.lstat(absolute))?.kind === "file" ? await fs.readFile(absolute) : null;
  const decoded = bytes === null ? null : decodeText(bytes);
  if (decoded?.kind !== "text") return { answer, shown: null, whatIf: null };
  const { text } = decoded;
  const options = { now: () => performance.now() };
  return {
    answer,
    shown: trueEdit(text, path, edit, options),
    whatIf:
      whatIf === null
        ? null
        : shownEdit(text, path, whatIfEdit(text, { command: "str_replace", ...edit }, whatIf, options)),
  };
};

function trueEdit(text: string, path: string, edit: PreviewRequest["edit"], options: { now: () => number }): ShownEdit {
  const trace = traceEditMatch(text, edit.old_text, {
    ...options,
    replaceAll: edit.replace_all,
    expectedReplacements: edit.expected_replacements,
  });
  return shownEdit(text, path, { ...trace, outcome: strReplace(text, edit, options) });
}

function shownEdit(
  text: string,
  path: string,
  { match, rows, outcome }: EditTrace & { readonly outcome: WhatIfEdit["outcome"] | ReturnType<typeof strReplace> },
): ShownEdit {
  const places = match.candidates ?? [];
  const isEdited = outcome.kind === "edited";
  return {
    match,
    rows,
    places,
    message: isEdited ? "" : outcome.message,
    errorCode: isEdited ? null : outcome.errorCode,
    requiresReview: match.kind === "matched" && match.requiresReview,
    warning: isEdited ? (outcome.warning ?? null) : null,
    after: isEdited ? outcome.content : null,
    diff: isEdited ? diffRows(text, outcome.content, path) : [],
    onlySpans: isEdited ? isOnlyTheSpans(text, outcome.content, places) : null,
  };
}
