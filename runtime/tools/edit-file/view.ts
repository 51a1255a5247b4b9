import { findAnchor, refusalFields } from "../../edit/mod.ts";
import { fingerprintOf, revisionOf } from "../../file-state/mod.ts";
import { lineBodies, splitLines, textStart } from "../../text/mod.ts";
import { parserFailureField } from "../check-candidate.ts";
import type { ToolContext } from "../context.ts";
import { lookAt } from "../locked-file.ts";
import { numberLines } from "../numbered-lines.ts";
import { MAX_READ_BYTES } from "../read-window.ts";
import { removedFile, sawFile } from "../seen.ts";
import { failure, type ToolFailure } from "../types.ts";
import { resolvePath } from "../workspace-path.ts";
import type { EditFileArguments } from "./arguments.ts";
import { searchLimits, TOOL, textOf } from "./candidate.ts";
import { narrowed, refusedSymbol } from "./symbols.ts";

const CONTEXT_LINES = 20;

/** The lines to show, from 1, inclusive; `last` may be less than `first` only in an empty file. */
interface Lines {
  readonly first: number;
  readonly last: number;
  readonly extra?: object;
}

/** Shows a file, a range of it, or the surroundings of an anchor or symbol. Counts as a read. */
export async function view(ctx: ToolContext, path: string, args: EditFileArguments) {
  const resolved = await resolvePath(ctx, TOOL, path, "read");
  if ("success" in resolved) return resolved;
  const file = await lookAt(ctx, TOOL, path, resolved);
  if ("success" in file) return file;
  const { current, seen } = file;
  if (current === null) removedFile(ctx, resolved.absolute);
  const decoded = textOf(path, current);
  if ("success" in decoded) return decoded;
  if (current === null || seen === null) throw new TypeError("a file without a fingerprint");
  const { text } = decoded;
  const lines = splitLines(text, textStart(text));
  const chosen = await choose(ctx, path, resolved.relative, text, lines.length, args);
  if ("success" in chosen) return chosen;
  const shown = lines.slice(chosen.first - 1, chosen.last);
  const length = (shown.at(-1)?.next ?? 0) - (shown[0]?.start ?? 0);
  if (length > MAX_READ_BYTES) {
    const message = `${TOOL}: "${path}" would show ${length} characters, over the limit of ${MAX_READ_BYTES}; pass a smaller view_range`;
    return failure("too_large", message, { path, limit: MAX_READ_BYTES });
  }
  sawFile(ctx, resolved.absolute, seen.contentHash === null ? seen : fingerprintOf(seen, current.bytes, ctx.hash), {
    sha256: current.sha256,
    partial: shown.length < lines.length,
  });
  return {
    success: true,
    data: {
      path: resolved.relative,
      command: "view",
      content: numberLines(lineBodies(text, shown), chosen.first),
      start_line: chosen.first,
      end_line: chosen.first - 1 + shown.length,
      total_lines: lines.length,
      revision: revisionOf(current.sha256),
      ...chosen.extra,
    },
  } as const;
}

async function choose(
  ctx: ToolContext,
  path: string,
  relative: string,
  text: string,
  total: number,
  args: EditFileArguments,
): Promise<Lines | ToolFailure> {
  const { view_range, anchor, symbol, context_before = CONTEXT_LINES, context_after = CONTEXT_LINES } = args;
  const given = { view_range: view_range?.length, anchor, symbol };
  const ways = Object.entries(given).flatMap(([name, value]) => (value ? [name] : []));
  if (ways.length > 1) {
    return failure("bad_argument", `${TOOL}: ${ways.join(" and ")} are given; pass one of them`, { path });
  }
  const around = (startLine: number, endLine: number, extra: object = {}): Lines => ({
    first: Math.max(1, startLine - context_before),
    last: Math.min(total, endLine + context_after),
    extra: { matched_lines: [[startLine, endLine]], ...extra },
  });
  if (view_range !== undefined && view_range.length > 0) return range(path, view_range, total);
  if (anchor) {
    const found = findAnchor(text, "anchor", anchor, searchLimits(ctx));
    if (found.kind === "found") return around(found.candidate.startLine, found.candidate.endLine);
    return failure(found.errorCode, `${TOOL}: "${path}": ${found.message}`, { path, ...refusalFields(found) });
  }
  if (symbol) {
    const query = { path: relative, text, symbol, ...narrowed(args) };
    const found = await ctx.syntax.find(query);
    if (found.kind !== "found") return refusedSymbol(path, symbol, found, narrowed(args));
    const { name, kind, startLine, endLine } = found.symbol;
    const named = { symbol: name, symbol_kind: kind, extent: found.extent };
    return around(startLine, endLine, { ...named, ...parserFailureField(found) });
  }
  return { first: 1, last: total };
}

function range(path: string, [first = 1, end = -1]: readonly number[], total: number): Lines | ToolFailure {
  const lines = total === 1 ? "1 line" : `${total} lines`;
  const last = end === -1 ? total : end;
  const refuse = (why: string) =>
    failure(
      "bad_argument",
      `${TOOL}: view_range [${first}, ${end}] ${why}; "${path}" has ${lines}, counted from 1; pass lines within it`,
      {
        path,
        total_lines: total,
        argument: "view_range",
      },
    );
  if (first < 1 || first > Math.max(1, total)) return refuse("starts outside the file");
  if (last < first && !(total === 0 && end === -1)) return refuse("ends before it starts");
  return { first, last: Math.min(last, total) };
}
