import { shortPath } from "../short-path.ts";
import type { CheckerFinding, CheckerTools, Subject } from "../types.ts";

/** Adds the line of the bracket or quote that is not closed, where Ruff met the end of the text inside it. */
export async function withCause(
  findings: readonly CheckerFinding[],
  text: string,
  { path, root }: Subject,
  { syntax }: CheckerTools,
): Promise<readonly CheckerFinding[]> {
  const last = text.trimEnd().split("\n").length;
  const isAtEnd = ({ blocks, line }: CheckerFinding) => blocks === true && line !== undefined && line > last;
  if (!findings.some(isAtEnd)) return findings;
  const verdict = await syntax.check({ path: shortPath(path, root), before: null, after: text });
  const cause = verdict.kind === "invalid" ? verdict.opener?.line : undefined;
  return cause === undefined
    ? findings
    : findings.map((finding) => (isAtEnd(finding) ? { ...finding, cause } : finding));
}
