import {
  type CheckerFinding,
  checkersFor,
  type Diagnosis,
  type DiagnosticsBlock,
  diagnose,
  keyOf,
  newFindings,
  UNCHECKED_REASONS,
  type Unchecked,
} from "../../../runtime/diagnostics/mod.ts";
import { joinPath } from "../../../runtime/paths.ts";
import { type createToolBox, ROOT, type ToolsRequest } from "./checker-tools.ts";
import type { ModuleName } from "./modules.ts";

export interface CheckRequest extends ToolsRequest {
  /** Below the root. */
  readonly path: string;
  /** `null`: there was no file. */
  readonly before: string | null;
  readonly after: string;
}

export interface CheckContext {
  readonly toolsFor: ReturnType<typeof createToolBox>;
  /** For one check, with the setting up of a module that was just loaded. */
  readonly timeoutMs: number;
}

/** What a write of `after` would report. */
export interface CheckedChange {
  readonly path: string;
  readonly outcome:
    | { readonly kind: "checked"; readonly block: DiagnosticsBlock }
    | { readonly kind: "unchecked"; readonly reason: Unchecked; readonly words: string };
  /** All findings of each side; `null`: that side was not looked at. */
  readonly before: readonly ShownFinding[] | null;
  readonly after: readonly ShownFinding[] | null;
  /** The checkers of the extension, in the order in which they are asked. */
  readonly checkers: readonly string[];
  /** What was asked for and is not loaded. */
  readonly missing: readonly ModuleName[];
  /** Milliseconds that it took. */
  readonly tookMs: number;
}

/**
 * `new`: it came with the change. `same`: it stood before, perhaps on another line. `mended`: it is gone. `uncovered`: the
 * text before could not be read so far, so nobody knows whether it is new.
 */
export interface ShownFinding extends CheckerFinding {
  readonly state: "new" | "same" | "mended" | "uncovered";
  /** Where it stands on the other side; left out when nowhere, or when no line is named. */
  readonly otherLine?: number;
}

const clock = { now: () => Date.now(), monotonicMs: () => performance.now() };

export async function checkChange(
  request: CheckRequest,
  { toolsFor, timeoutMs }: CheckContext,
): Promise<CheckedChange> {
  const { path, before, after } = request;
  const { tools, missing } = toolsFor(request);
  const subject = { path: joinPath(ROOT, path), root: ROOT, before, after };
  const { signal } = new AbortController();
  const from = clock.monotonicMs();
  const diagnosis = await diagnose(subject, tools, { clock, timeoutMs, signal, bothSides: true });
  return {
    path,
    ...told(diagnosis, { before, after }),
    checkers: checkersFor(path, tools.settings).map(({ name }) => name),
    missing: [...missing],
    tookMs: clock.monotonicMs() - from,
  };
}

type Told = Pick<CheckedChange, "outcome" | "before" | "after">;

function told(diagnosis: Diagnosis, texts: { readonly before: string | null; readonly after: string }): Told {
  if (diagnosis.kind === "unchecked") {
    const { reason } = diagnosis;
    return { outcome: { kind: "unchecked", reason, words: UNCHECKED_REASONS[reason] }, before: null, after: null };
  }
  const { block, before, after } = diagnosis;
  const fresh = new Set(before === null ? after : newFindings({ before, after }, texts));
  return {
    outcome: { kind: "checked", block },
    ...linked(before === null ? null : byLine(before), byLine(after), fresh),
  };
}

/** Some checkers go by their rules; readers go by lines. */
function byLine(findings: readonly CheckerFinding[]): CheckerFinding[] {
  return [...findings].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

/** Old findings of both sides are linked in order: by code and message, as they are compared. */
function linked(
  before: readonly CheckerFinding[] | null,
  after: readonly CheckerFinding[],
  fresh: ReadonlySet<CheckerFinding>,
): Pick<Told, "before" | "after"> {
  const open = new Map<string, CheckerFinding[]>();
  for (const finding of before ?? []) open.set(keyOf(finding), [...(open.get(keyOf(finding)) ?? []), finding]);
  const partners = new Map<CheckerFinding, CheckerFinding>();
  const shownAfter = after.map((finding): ShownFinding => {
    if (fresh.has(finding)) return { ...finding, state: "new" };
    const old = open.get(keyOf(finding))?.shift();
    if (old === undefined) return { ...finding, state: "uncovered" };
    partners.set(old, finding);
    return { ...finding, state: "same", ...lineOf(old) };
  });
  const shownBefore = before?.map((finding): ShownFinding => {
    const now = partners.get(finding);
    return now === undefined ? { ...finding, state: "mended" } : { ...finding, state: "same", ...lineOf(now) };
  });
  return { before: shownBefore ?? null, after: shownAfter };
}

function lineOf({ line }: CheckerFinding): { readonly otherLine?: number } {
  return line === undefined ? {} : { otherLine: line };
}
