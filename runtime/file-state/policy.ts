import type { Judgement, Verdict } from "./tracker.ts";

export type ReadBeforeEditMode = "off" | "warn" | "enforce";

/** The `read_before_edit` block of a result; absent when the verdict was `ok` or the mode is `off`. */
export interface ReadBeforeEdit {
  readonly verdict: Exclude<Verdict, "ok">;
  readonly mode: Exclude<ReadBeforeEditMode, "off">;
  readonly message: string;
  readonly read_was_partial?: true;
}

/** @returns The block to report, or `null` when there is nothing to say. Under `enforce` a block means refusal. */
export function applyPolicy(mode: ReadBeforeEditMode, judgement: Judgement, path: string): ReadBeforeEdit | null {
  const { verdict, observation } = judgement;
  if (mode === "off" || verdict === "ok") return null;
  const block = { verdict, mode, message: sentence(verdict, path) };
  return observation?.partial ? { ...block, read_was_partial: true } : block;
}

function sentence(verdict: Exclude<Verdict, "ok">, path: string): string {
  if (verdict === "never_read") return `this session has not read "${path}"; call read_file on it before changing it`;
  if (verdict === "stale")
    return `"${path}" changed since this session read it; call read_file again before changing it`;
  return `this session read "${path}" and it no longer exists; call list_files to see what is there now`;
}
