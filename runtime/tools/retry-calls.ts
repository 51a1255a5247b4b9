import { isRecord } from "../schema.ts";

/** A call that the model can send as it stands, apart from placeholders. */
export interface CallToRetry {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const MAX_VALUE = 240;
const MAX_COPIED = 80;
const COPY = "<copy this text from the view>";
const VIEWED = "<revision that the view reports>";

export function viewCall(path: string): CallToRetry {
  return { tool: "edit_file", arguments: { command: "view", path } };
}

/**
 * The call again: arguments sorted, long values cut, names that start with "_" left out; the path is never cut. A long
 * text of an edit that missed is not repeated, since repeating it would miss again: it has to be copied anew. Nor is a
 * revision, which the view renews.
 */
export function retryCalls(
  { tool, args }: { readonly tool: string; readonly args: unknown },
  copies: boolean,
): CallToRetry[] {
  if (!isRecord(args)) return [];
  const names = Object.keys(args).filter((name) => !name.startsWith("_"));
  const entries = names.sort().map((name): [string, unknown] => [name, shown(name, args[name], copies)]);
  return [{ tool, arguments: Object.fromEntries(entries) }];
}

function shown(name: string, value: unknown, copies: boolean): unknown {
  if (name === "path" || name === "file_path") return value;
  if (name === "revision" && copies) return VIEWED;
  if (Array.isArray(value) && copies) return value.map((item) => (isRecord(item) ? withoutLongTexts(item) : item));
  if (typeof value !== "string") return JSON.stringify(value)?.length > MAX_VALUE ? "<as before>" : value;
  if (copies && value.length >= MAX_COPIED) return COPY;
  return value.length <= MAX_VALUE ? value : `${value.slice(0, MAX_VALUE - 3).replace(/[\uD800-\uDBFF]$/, "")}...`;
}

function withoutLongTexts(item: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, shown(name, value, true)]));
}
