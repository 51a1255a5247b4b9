import { inferCommand, parsePatch } from "../edit/mod.ts";
import type { ErrorCode } from "../errors.ts";
import { ARGUMENT_ALIASES, isRecord } from "../schema.ts";
import { shortened } from "./short-values.ts";
import type { ToolFailure } from "./types.ts";

/** A call to make next. Values are those of the refused call, whole; without `fill` it can be sent as it stands. */
export interface CallToRetry {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Arguments that are missing here and have to be written anew; until then the call changes nothing. */
  readonly fill?: readonly string[];
  /** Arguments of the refused call that are missing here because the call does not take them. */
  readonly leave_out?: readonly string[];
}

/** What a refused call was about. */
export interface RefusedCall {
  readonly tool: string;
  readonly args: unknown;
  readonly failure: ToolFailure;
  /** The file that the refusal is about; `null` when the call names none. */
  readonly path: string | null;
  /** Whether there is a file that could be viewed. */
  readonly isThere: boolean;
}

/** JSON of a longer value is not repeated. UTF-16 code units. */
const MAX_REPEATED = 16_384;

/** Text of the file that says where. */
const PLACES = [
  "old_text",
  "start_anchor",
  "end_anchor",
  "insert_before_anchor",
  "insert_after_anchor",
  "patch",
  "symbol",
  "anchor",
];
const COUNTED = ["occurrence", "insert_line", "expected_replacements", "view_range"];
const WRITTEN = ["new_text", "content", "patch"];

/** Remedies that take something from each of `edits`, so the call is held back by that. */
const ANEW_IN_EDITS: readonly string[] = ["place", "count", "state", "text"] satisfies Remedy[];

type Remedy = "again" | "place" | "count" | "text" | "state" | "path" | "argument";

/** What has to be another in the next try, by the code of the refusal. A call of any other code would fail again as it is. */
const REMEDIES: Partial<Record<ErrorCode, Remedy>> = {
  never_read: "again",
  stale: "again",
  not_read_this_turn: "again",
  cancelled: "again",
  timeout: "again",
  unavailable: "again",
  io_error: "again",
  not_found: "place",
  ambiguous: "place",
  oversized_span: "place",
  overlapping_matches: "place",
  elision_placeholder: "place",
  replace_all_not_allowed: "place",
  no_sound_mapping: "place",
  overlapping_hunks: "place",
  empty_needle: "place",
  bad_patch: "place",
  already_exists: "place",
  unexpected_replacement_count: "count",
  stale_line_address: "count",
  syntax_invalid: "text",
  revision_mismatch: "state",
  bad_revision: "state",
  changed_during_write: "state",
  path_outside_root: "path",
  protected_path: "path",
  permission_denied: "path",
  not_a_file: "path",
  too_large: "path",
  binary: "path",
  not_utf8: "path",
  gone: "path",
  bad_argument: "argument",
  unsupported_argument: "argument",
  conflicting_alias: "argument",
};

const EDITORS: readonly string[] = ["edit_file", "write_file"];
const LIST: CallToRetry = { tool: "list_files", arguments: {} };

export function viewCall(path: string): CallToRetry {
  return { tool: "edit_file", arguments: { command: "view", path } };
}

/**
 * First the look that the refusal asks for, then the call again, its arguments sorted and those that start with "_" left
 * out. What must be written anew or is over 16,384 code units is left out and named, never shortened: a call that can be
 * sent must not hold anything but what the model wrote.
 */
export function callsAfter(refused: RefusedCall): CallToRetry[] {
  const { tool, args, failure, path, isThere } = refused;
  const isEditor = EDITORS.includes(tool);
  const remedy = remedyFor(refused);
  const retry = remedy === null || !isRecord(args) ? [] : [retryCall(tool, args, failure, remedy)];
  if (tool === "list_files" && remedy === "path") return [LIST];
  if (isEditor && isThere && path !== null && needsLook(tool, failure, remedy)) {
    return [...(remedy === "again" ? pathsIn(args, path) : [path]).map(viewCall), ...retry];
  }
  const isLost = remedy === "path" || (isEditor && path !== null && !isThere && failure.error_code === "not_found");
  return isLost ? [LIST, ...retry] : retry;
}

/** The files that have to be looked at before the same call: all that a patch changes, for the next of them may lack a look too. */
function pathsIn(args: unknown, path: string): readonly string[] {
  const patch = isRecord(args) && typeof args.patch === "string" ? parsePatch(args.patch) : null;
  if (patch?.kind !== "patch") return [path];
  const named = patch.files.flatMap((file) => (file.action === "add" || file.path === null ? [] : [file.path]));
  return [...new Set(named.length > 1 ? named : [path])];
}

/** Nothing is left to do after a file was found to hold just this content, and a bad call of write_file needs no look. */
function needsLook(tool: string, { error_code }: ToolFailure, remedy: Remedy | null): boolean {
  if (tool !== "write_file") return true;
  return remedy === "state" || error_code === "stale" || error_code === "never_read";
}

function remedyFor({ tool, args, failure, path, isThere }: RefusedCall): Remedy | null {
  const remedy = REMEDIES[failure.error_code] ?? null;
  const isUndo = isRecord(args) && args.command === "undo_edit";
  // Without its revision an undo would go through, and an undo has nothing else that could be left out.
  if (isUndo && remedy === "state") return null;
  if (failure.error_code !== "not_found") return remedy;
  return tool !== "edit_file" || (path !== null && !isThere) ? "path" : remedy;
}

function retryCall(
  tool: string,
  raw: Readonly<Record<string, unknown>>,
  failure: ToolFailure,
  remedy: Remedy,
): CallToRetry {
  const args = canonical(raw);
  const missing = namesIn(failure.data?.missing_arguments);
  const anew = new Set(missing);
  const dropped = new Set<string>();
  const add = (names: readonly string[], given: boolean) => {
    for (const name of names) if (!given || name in args) anew.add(name);
  };
  if (remedy === "place" && missing.length === 0) add([...PLACES, ...(args.symbol ? ["symbol_kind"] : [])], true);
  if (args.symbol && failure.error_code === "ambiguous") add(["occurrence"], false);
  if (remedy === "count") add([...PLACES, ...COUNTED], true);
  if (remedy === "text") add(WRITTEN, true);
  if (remedy === "state") add([...PLACES, ...COUNTED, "content", "revision"], true);
  if (remedy === "path") add(pathNames(tool, args, failure), false);
  if (remedy === "argument" && missing.length === 0) {
    add(namesIn(failure.data?.argument, failure.data?.arguments), false);
    for (const name of namesIn(failure.data?.unsupported_arguments)) dropped.add(name);
    const isGuard = failure.data?.command === undefined && [...dropped].some((name) => GUARD_LIKE.test(name));
    if (isGuard || (anew.size > 0 && ![...anew].some(isEssential))) add([...PLACES, "edits", "content"], true);
    if (anew.size === 0 && dropped.size === 0) add([...PLACES, ...COUNTED, ...WRITTEN], true);
  }
  const isReading = !EDITORS.includes(tool) || args.command === "view";
  const isHeld = isReading || anew.size === 0 || [...anew].some(isEssential) || ANEW_IN_EDITS.includes(remedy);
  if (!isHeld) anew.add("path");
  if (failure.error_code === "replace_all_not_allowed") dropped.add("replace_all");
  for (const [name, value] of Object.entries(args)) {
    if ((JSON.stringify(value)?.length ?? 0) > MAX_REPEATED) anew.add(name);
  }
  const items = itemsFor(args.edits, failure, remedy, anew, (name) => dropped.has(name) && !(name in args));
  const kept = Object.keys(args).filter((name) => !anew.has(name) && !dropped.has(name) && !name.startsWith("_"));
  const entries = kept.map((name): [string, unknown] => [name, name === "edits" ? items : args[name]]);
  if (tool === "edit_file" && (anew.size > 0 || dropped.size > 0) && !anew.has("command") && !args.command) {
    const meant = inferCommand(args);
    if (meant.kind === "command") entries.push(["command", meant.command]);
  }
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    tool,
    arguments: Object.fromEntries(entries),
    ...(anew.size > 0 && { fill: [...anew].sort() }),
    ...(dropped.size > 0 && { leave_out: [...dropped].sort().map((name) => shortened(name)) }),
  };
}

/** Without an argument that only narrows or guards a call, it would go through. */
function isEssential(name: string): boolean {
  return [...PLACES, ...WRITTEN, "path", "insert_line"].includes(name) || name.startsWith("edits");
}

/** A name that a tool does not have but that may have been meant to hold the call back. */
const GUARD_LIKE = /dry|rev|expect|valid|occur|check|test|count|line|range/i;

/** Under their own names; of two spellings that differ the later is gone, and neither is kept then. */
function canonical(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const spellings = Object.entries(ARGUMENT_ALIASES);
  const nameOf = (name: string) => spellings.find(([, others]) => others.includes(name))?.[0] ?? name;
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [nameOf(name), value]));
}

function pathNames(tool: string, args: Record<string, unknown>, { error_code }: ToolFailure): string[] {
  if (error_code === "too_large" && tool === "read_file") return ["limit"];
  if (error_code === "too_large" && args.command === "view") return ["view_range"];
  return "patch" in args && !("path" in args) ? ["patch"] : ["path"];
}

/** Names as the refusal gives them; one inside a list of plain values stands for the list. */
function namesIn(...given: readonly unknown[]): string[] {
  const names = given.flat().filter((name): name is string => typeof name === "string" && name !== "");
  return names.map((name) => (/^edits\.\d+\.\w+$/.test(name) ? name : (name.split(".")[0] ?? name)));
}

/** The edits without what those at fault have to bring anew, which is then named as `edits.0.old_text`. */
function itemsFor(
  edits: unknown,
  { data }: ToolFailure,
  remedy: Remedy,
  anew: Set<string>,
  isForeign: (name: string) => boolean,
): unknown {
  if (!Array.isArray(edits) || anew.has("edits")) return edits;
  const at: unknown = data?.at;
  const names =
    remedy === "text" ? WRITTEN : remedy === "place" || remedy === "argument" ? PLACES : [...PLACES, ...COUNTED];
  const isWhole = remedy === "again" || remedy === "path" || (remedy === "argument" && at === undefined);
  return edits.map((raw: unknown, index) => {
    if (!isRecord(raw)) return raw;
    const item = canonical(raw);
    const isAtFault = !isWhole && (!Array.isArray(at) || at.includes(index + 1));
    for (const name of Object.keys(item)) {
      const full = `edits.${index}.${name}`;
      if (isAtFault && names.includes(name)) anew.add(full);
      if (anew.has(full) || isForeign(name)) delete item[name];
    }
    return item;
  });
}
