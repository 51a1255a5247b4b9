import { type CommandOutcome, replaceSpan } from "../../edit/mod.ts";
import type { DeclaredSymbol } from "../../syntax/mod.ts";
import { blockIndentation, isBlank, lineBodies, reindent, splitLines } from "../../text/mod.ts";
import { parserFailureField } from "../check-candidate.ts";
import type { ToolContext } from "../context.ts";
import { failure } from "../types.ts";
import type { EditFileArguments } from "./arguments.ts";
import { TOOL } from "./candidate.ts";
import { type EditedText, editOne } from "./edit-one.ts";
import { narrowed, refusedSymbol, sharedSymbol } from "./symbols.ts";

export async function replaceSymbol(ctx: ToolContext, path: string, args: EditFileArguments) {
  const { symbol, new_text, occurrence } = args;
  if (symbol === undefined || symbol === "" || new_text === undefined || isBlank(new_text)) {
    const missing = symbol === undefined || symbol === "" ? "symbol" : "new_text";
    const state = missing === "new_text" && new_text !== undefined ? "blank" : "missing";
    const message = `${TOOL}: ${missing} is ${state}; replace_symbol takes the name of a declaration and its new text. Nothing was run`;
    return failure("bad_argument", message, { path, missing_arguments: [missing] });
  }
  return editOne(ctx, path, args, {
    command: "replace_symbol",
    lineAddress: occurrence ? `occurrence ${occurrence}` : undefined,
    edit: async (text, relative): Promise<EditedText> => {
      const found = await ctx.syntax.find({ path: relative, text, symbol, ...narrowed(args) });
      if (found.kind !== "found") return refusedSymbol(path, symbol, found, narrowed(args));
      if (found.symbol.isShared) return sharedSymbol(path, symbol, found.symbol);
      const outcome = await replaceDeclaration(ctx, relative, text, found.symbol, new_text);
      const { name, kind } = found.symbol;
      const extra = { symbol: name, symbol_kind: kind, extent: found.extent, ...parserFailureField(found) };
      return { kind: "with", outcome, extra };
    },
  });
}

/**
 * Puts the new text in the place of a declaration. The declaration lies behind its own indentation and before its last
 * line break, so the new text loses both there.
 */
async function replaceDeclaration(
  ctx: ToolContext,
  path: string,
  text: string,
  symbol: DeclaredSymbol,
  newText: string,
): Promise<CommandOutcome> {
  const lineStart = splitLines(text)[symbol.startLine - 1]?.start ?? symbol.start;
  const indentation = text.slice(lineStart, symbol.start);
  const written = newText.replace(/^(?:[ \t]*(?:\r\n|\n|\r))+|\s+$/g, () => "");
  const isFixed = await stringLinesOf(ctx, path, text, symbol, written);
  const [likely, ...others] = isBlank(indentation) ? readings(written, indentation, isFixed) : [written];
  const outcomes = [likely ?? written, ...others].map((reading) => replaceSpan(text, symbol, reading));
  const [first] = outcomes;
  if (first === undefined) throw new TypeError("a declaration without a reading");
  const warning = lostLead(text.slice(symbol.start, symbol.end), written);
  for (const outcome of outcomes) {
    if (outcome.kind === "refused") continue;
    const verdict = await ctx.syntax.check({ path, before: text, after: outcome.content });
    if (verdict.kind !== "invalid") return { ...outcome, ...warning };
  }
  return first.kind === "refused" ? first : { ...first, ...warning };
}

/** Which lines of the new text start inside a string: read where it will stand, for only there is it a whole program. */
async function stringLinesOf(ctx: ToolContext, path: string, text: string, symbol: DeclaredSymbol, written: string) {
  const whole = text.slice(0, symbol.start) + written + text.slice(symbol.end);
  const end = symbol.start + written.length;
  const found = await ctx.syntax.stringLines({ path, text: whole, start: symbol.start, end });
  return (start: number) => found.has(symbol.start + start);
}

const LEAD = /^\s*(?:@|\/\*|\/\/|#|\[)/;

/** Comments and decorators above a declaration belong to it, so a text that starts below them takes them away. */
function lostLead(oldText: string, newText: string): { readonly warning?: string } {
  if (!LEAD.test(oldText) || LEAD.test(newText)) return {};
  const [first = ""] = lineBodies(oldText, splitLines(oldText));
  return {
    warning:
      `the declaration began with ${JSON.stringify(first.trim().slice(0, 80))} above its name, which new_text does not ` +
      "have, so it is gone; undo_edit brings it back",
  };
}

/**
 * The new text as it could be meant in a declaration that stands at `indentation`, the likeliest first: its first line
 * flush with the margin and the rest as in the file, or all of it moved to the margin. Only a parser can tell the two
 * apart where indentation is syntax.
 */
function readings(newText: string, indentation: string, isFixed: (start: number) => boolean): string[] {
  const base = blockIndentation(newText);
  const moved = reindent(newText, base, indentation, isFixed).slice(indentation.length);
  if (base !== "" || indentation === "") return [base === indentation ? newText.slice(base.length) : moved];
  const free = splitLines(newText).filter(({ start }) => !isFixed(start));
  const rest = lineBodies(newText, free)
    .slice(1)
    .filter((body) => !isBlank(body));
  const last = rest.at(-1);
  if (last === undefined) return [newText];
  const isAtMargin = last.startsWith(indentation) && /^(?:[)\]}]|end\b)/.test(last.slice(indentation.length));
  const isDeeper = rest.every((body) => body.startsWith(indentation) && /^\s/.test(body.slice(indentation.length)));
  const isBelowLead = LEAD.test(newText) && rest[0]?.startsWith(indentation);
  return isAtMargin || isDeeper || isBelowLead ? [newText, moved] : [moved, newText];
}
