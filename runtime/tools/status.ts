import * as z from "zod";
import { isRecord } from "../schema.ts";
import type { ToolContext } from "./context.ts";
import { type EditedFile, EditLedger } from "./edit-ledger.ts";
import { lookAt } from "./locked-file.ts";
import { type CallToRetry, callsAfter, viewCall } from "./retry-calls.ts";
import { MAX_FIELD, shortened } from "./short-values.ts";
import { statusShape } from "./status-shape.ts";
import type { ToolFailure, ToolResult } from "./types.ts";
import { resolvePath } from "./workspace-path.ts";

/** The runtime's own record of what a call did, a field of `data`: text in a file or an output is never read as one. */
export interface CallStatus {
  readonly line: string;
  readonly kind: "edit_ok" | "edit_not_applied" | "ok" | "failed";
  /** Key under which the line can be read later; `null` when it is not kept. */
  readonly memory_id: string | null;
  /** Calls to make next, in this order; only after a failure. */
  readonly next?: readonly CallToRetry[];
}

export interface StatusFields {
  readonly status: CallStatus;
  /** The last files that the session edited, newest first; with the result of an edit only. */
  readonly edited_files?: readonly EditedFile[];
}

/** Where status lines are kept, per session. */
export interface StatusMemory {
  /**
   * Saves the value and deletes all but the `count` newest of the keys that start with `prefix`, in one step; answers
   * whether the value can be read back.
   */
  record(sessionId: string, key: string, value: string, prefix: string, count: number): Promise<boolean>;
}

/** What a call is about, beside its result. */
export interface RecordedCall {
  readonly tool: string;
  readonly args: unknown;
  /** Paths that it meant to edit; `null` when it edits nothing. */
  readonly changes: readonly string[] | null;
}

const KEPT_STATUSES = 60;
const MAX_VALUE = 500;
const MAX_SHOWN_ERROR = 240;
const SHOWN_MD5 = 12;

/** Says of each call what became of it, proves edits by the file's md5, and keeps the lines for later. */
export class StatusRecorder {
  readonly #memory: StatusMemory | null;
  readonly #ledger = new EditLedger();
  #lastMs = 0;

  constructor(memory: StatusMemory | null) {
    this.#memory = memory;
  }

  /** `null` for tools whose own business is the task's state: a record of keeping records helps nobody. */
  async record(ctx: ToolContext, call: RecordedCall, result: ToolResult): Promise<StatusFields | null> {
    if (call.tool.startsWith("memory_") || call.tool === "todo_write") return null;
    const proofs = call.changes === null ? [] : await proofsOf(ctx, call.changes, result);
    const kind = kindOf(call, result, proofs);
    const failed = result.success ? undefined : failedPath(call, result, proofs);
    const line = oneLine(lineOf(kind, call.tool, result, proofs, failed));
    const memoryId = await this.#keep(ctx, call.tool, line);
    const next = kind === "ok" || kind === "edit_ok" ? [] : await nextCalls(ctx, call, result, proofs, failed ?? null);
    this.#ledger.drop(ctx.sessionId, revertedPaths(call.tool, result));
    const edits = call.changes === null ? writtenFile(call.tool, result) : proofs;
    for (const { path, md5After, isApplied } of edits) {
      const edited = { path: shortened(path, MAX_FIELD), md5: md5After, applied: isApplied, memory_id: memoryId };
      this.#ledger.add(ctx.sessionId, edited);
    }
    const isEdit = call.changes !== null || edits.length > 0;
    return {
      status: { line, kind, memory_id: memoryId, ...(next.length > 0 && { next }) },
      ...(isEdit && ctx.sessionId !== "" && { edited_files: this.#ledger.of(ctx.sessionId) }),
    };
  }

  /** The key, once the line can be read back under it. A memory that fails costs the key, never the call. */
  async #keep({ sessionId, clock }: ToolContext, tool: string, line: string): Promise<string | null> {
    if (this.#memory === null || sessionId === "") return null;
    this.#lastMs = Math.max(clock.now(), this.#lastMs + 1);
    const key = `status:${tool}:${this.#lastMs}`;
    // Half a character, quoted from a call, would not come back from a database as it went in.
    const value = line.slice(0, MAX_VALUE).toWellFormed();
    try {
      return (await this.#memory.record(sessionId, key, value, "status:", KEPT_STATUSES)) ? key : null;
    } catch {
      return null;
    }
  }
}

/** The same as text, for clients that show no fields. */
export function statusText({ status, edited_files }: StatusFields): string {
  const lines = [status.line];
  if (status.memory_id !== null) {
    lines.push(
      `memory id ${status.memory_id}; read it with memory_query query=filter(memory, .key == "${status.memory_id}")`,
    );
  }
  lines.push(
    ...(status.next ?? []).map((call, at, { length }) => `${leadOf(call, at, length)}: ${JSON.stringify(call)}`),
  );
  if (edited_files !== undefined && edited_files.length > 0) {
    lines.push("[files edited this session]");
    for (const { path, md5, applied } of edited_files) {
      lines.push(`${oneLine(path)} md5 ${short(md5)} ${applied ? "applied" : "NOT applied"}`);
    }
  }
  return lines.join("\n");
}

/** What a next call is for: a look comes first, and it may be all there is. */
function leadOf({ tool, arguments: args, fill }: CallToRetry, at: number, count: number): string {
  const isLook = count > 1 ? at === 0 : tool === "list_files" || args.command === "view";
  if (isLook) return tool === "list_files" ? "see what is there first" : "read the file first";
  const retry = count > 1 ? "then retry" : "to retry";
  return fill === undefined ? retry : `${retry}, with what fill names added to the arguments`;
}

const statusFields = z.object({ ...statusShape, status: statusShape.status.unwrap() });

/** `statusText` of a call's result; `null` when the call is one that is not recorded. */
export function statusTextOf(result: ToolResult): string | null {
  const { data } = statusFields.safeParse(result.data);
  return data === undefined ? null : statusText(data);
}

interface Proof {
  readonly path: string;
  readonly md5Before: string | null;
  readonly md5After: string | null;
  readonly isApplied: boolean;
}

/** From the result when the call succeeded; otherwise from the files as they are now. */
async function proofsOf(ctx: ToolContext, paths: readonly string[], result: ToolResult): Promise<Proof[]> {
  if (result.success) return reportsOf(result.data).flatMap((report) => proofOf(report) ?? []);
  const proofs: Proof[] = [];
  for (const path of paths) {
    const md5 = await md5Now(ctx, path);
    proofs.push({ path, md5Before: md5, md5After: md5, isApplied: false });
  }
  return proofs;
}

function reportsOf(data: object): object[] {
  if (!("files" in data) || !Array.isArray(data.files)) return [data];
  return data.files.filter((file): file is object => typeof file === "object" && file !== null);
}

function proofOf(report: object): Proof | null {
  if (!("path" in report) || !("md5_before" in report) || !("md5_after" in report)) return null;
  const { md5_before, md5_after } = report;
  const path = "moved_to" in report && typeof report.moved_to === "string" ? report.moved_to : report.path;
  if (typeof path !== "string") return null;
  const md5Before = typeof md5_before === "string" ? md5_before : null;
  const md5After = typeof md5_after === "string" ? md5_after : null;
  return { path, md5Before, md5After, isApplied: md5Before !== md5After || path !== report.path };
}

/** Not an edit that is proven, but a file that the session changed. */
function writtenFile(tool: string, result: ToolResult): Proof[] {
  if (tool !== "write_file" || !result.success) return [];
  const proof = proofOf(result.data);
  return proof === null ? [] : [proof];
}

function revertedPaths(tool: string, result: ToolResult): string[] {
  const data: object = result.data ?? {};
  if (tool !== "revert_turn" || !("reverted" in data) || !Array.isArray(data.reverted)) return [];
  return data.reverted.filter((path) => typeof path === "string");
}

async function md5Now(ctx: ToolContext, path: string): Promise<string | null> {
  try {
    const resolved = await resolvePath(ctx, "status", path, "read");
    const file = "success" in resolved ? resolved : await lookAt(ctx, "status", path, resolved);
    return "success" in file || file.current === null ? null : ctx.hash.md5(file.current.bytes);
  } catch {
    return null;
  }
}

function kindOf(call: RecordedCall, result: ToolResult, proofs: readonly Proof[]): CallStatus["kind"] {
  if (call.changes === null) return result.success ? "ok" : "failed";
  return result.success && proofs.length > 0 && proofs.every(({ isApplied }) => isApplied)
    ? "edit_ok"
    : "edit_not_applied";
}

function lineOf(
  kind: CallStatus["kind"],
  tool: string,
  result: ToolResult,
  proofs: readonly Proof[],
  failed: string | null | undefined,
): string {
  if (kind === "ok") return `[STATUS ok] ${tool}`;
  const unchanged = "the tool said success, but the bytes are unchanged";
  const error = result.success ? unchanged : shortError(tool, failed ?? proofs[0]?.path, result);
  if (kind === "failed") return `[STATUS FAILED] ${tool}: ${error}`;
  if (kind === "edit_ok") {
    const changed = proofs.map(
      ({ path, md5Before, md5After }) => `${path} md5 ${short(md5Before)} -> ${short(md5After)}`,
    );
    return `[EDIT OK] ${changed.join("; ")}`;
  }
  const same = proofs
    .filter(({ isApplied }) => !isApplied)
    .map(({ path, md5After }) => `${shortened(path)} md5 is still ${short(md5After)}`);
  return `[EDIT NOT APPLIED] ${[...same, error].join("; ")}. Do not report it as done`;
}

/** Without what the line says already: the tool, and that the file is unchanged. */
function shortError(tool: string, path: string | undefined, { error }: ToolFailure): string {
  const opening = [`${tool}: "${path}" is unchanged: `, `${tool}: `].find((start) => error.startsWith(start)) ?? "";
  const text = error.slice(opening.length);
  return text.length <= MAX_SHOWN_ERROR ? text : `${text.slice(0, MAX_SHOWN_ERROR).replace(/[\uD800-\uDBFF]$/, "")}...`;
}

/** The file that a refusal is about: of several it names the one at fault. */
function failedPath(call: RecordedCall, { data }: ToolFailure, proofs: readonly Proof[]): string | null {
  const args = isRecord(call.args) ? call.args : {};
  const named = [data?.path, proofs[0]?.path, args.path, args.file_path];
  return named.find((path): path is string => typeof path === "string" && path !== "") ?? null;
}

async function nextCalls(
  ctx: ToolContext,
  call: RecordedCall,
  result: ToolResult,
  proofs: readonly Proof[],
  path: string | null,
): Promise<CallToRetry[]> {
  // Written and yet the same: another look is all that helps.
  if (result.success) return proofs.slice(0, 1).map((proof) => viewCall(proof.path));
  const isThere = path !== null && (await md5Now(ctx, path)) !== null;
  return callsAfter({ tool: call.tool, args: call.args, failure: result, path, isThere });
}

function short(md5: string | null): string {
  return md5 === null ? "(missing)" : md5.slice(0, SHOWN_MD5);
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, () => " ");
}
