import type { DiagnosticsBlock } from "../diagnostics/mod.ts";
import { joinPath } from "../paths.ts";
import type { CheckKind, SyntaxVerdict } from "../syntax/mod.ts";
import type { ToolContext } from "./context.ts";
import type { ChangeReport } from "./diagnostics-service.ts";
import { failure, type ToolFailure } from "./types.ts";

/** A text that shall become the content of a file. */
export interface Candidate {
  readonly path: string;
  /** `null` for a new file. */
  readonly before: string | null;
  readonly after: string;
}

/** Refuses a candidate that does not parse; `check` says who looked, and is left out when nobody could. */
export async function validateSyntax(
  ctx: ToolContext,
  tool: string,
  candidate: Candidate,
): Promise<ToolFailure | CheckFields> {
  const verdict = await ctx.syntax.check(candidate);
  const failed = parserFailureField(verdict);
  if (verdict.kind === "unchecked") return failed;
  if (verdict.kind === "ok") return { check: verdict.check, ...verified(verdict), ...failed };
  const { kind: _, preExisting, message: problem, parserFailure: __, ...where } = verdict;
  const message =
    `${tool}: "${candidate.path}" would not be valid after this: ${problem}; nothing was written. ` +
    (preExisting
      ? "The file has this error already: repair it in the same edit, or leave validate_syntax out"
      : "Correct the new text, or leave validate_syntax out to write it anyway");
  return failure("syntax_invalid", message, {
    path: candidate.path,
    ...where,
    problem,
    ...(preExisting && { pre_existing: true }),
    ...failed,
  });
}

export interface CheckFields {
  readonly check?: CheckKind;
  readonly verify?: string;
  readonly parser_failure?: string;
}

/** What a result says when a parser that there is could not look. */
export function parserFailureField({ parserFailure }: { readonly parserFailure?: string }): {
  readonly parser_failure?: string;
} {
  return parserFailure === undefined ? {} : { parser_failure: parserFailure };
}

/** What a successful write tells of its result, once the locks are free: advice, so never a failure. */
export async function checkResult(
  ctx: ToolContext,
  candidate: Candidate,
): Promise<Omit<CheckFields, "check"> & { readonly diagnostics?: DiagnosticsBlock }> {
  const subject = { ...candidate, path: joinPath(ctx.root, candidate.path), root: ctx.root };
  const [parsed, report] = await Promise.all([
    verifySyntax(ctx, candidate),
    ctx.diagnostics.check(subject, ctx.signal),
  ]);
  if (report === undefined) return parsed;
  return { ...parsed, ...readByChecker(parsed.verify, report), diagnostics: report.block };
}

/** A grammar reads more than the language allows: what its checker can't read is not said to parse. */
function readByChecker(verify: string | undefined, { block, syntaxError }: ChangeReport): { readonly verify?: string } {
  if (verify !== "parses" || syntaxError === null) return {};
  const { line, message } = syntaxError;
  return { verify: `${line === undefined ? "" : `line ${line}: `}${message}, says ${block.checker}` };
}

async function verifySyntax(ctx: ToolContext, candidate: Candidate): Promise<Omit<CheckFields, "check">> {
  try {
    const verdict = await ctx.syntax.check(candidate);
    return verdict.kind === "unchecked" ? parserFailureField(verdict) : verified(verdict);
  } catch {
    // Advice only: the edit is done, and a parser that cannot be loaded says nothing about it.
    return {};
  }
}

/** Only what a real parser said counts as a statement about the file. */
function verified(verdict: SyntaxVerdict): { readonly verify?: string } {
  if (verdict.kind === "unchecked" || verdict.check !== "parser") return {};
  return { verify: verdict.kind === "ok" ? "parses" : verdict.message };
}
