import type { CheckerFinding, DiagnosticsBlock, Finding } from "./types.ts";

export const MAX_FINDINGS = 10;
const MAX_MESSAGE = 200;
const MAX_CODE = 32;

export interface BlockFacts {
  readonly hasBaseline: boolean;
  readonly scope?: "project" | undefined;
  readonly isConfigured?: boolean;
}

/** The block of a result: at most ten findings, errors before warnings, each short. */
export function blockOf(
  checker: string,
  fresh: readonly CheckerFinding[],
  { hasBaseline, scope, isConfigured = true }: BlockFacts,
): DiagnosticsBlock {
  const sorted = [...fresh].sort((one, other) => rank(one) - rank(other) || (one.line ?? 0) - (other.line ?? 0));
  return {
    checker,
    findings: sorted.slice(0, MAX_FINDINGS).map(reported),
    new_count: fresh.length,
    ...(fresh.length > MAX_FINDINGS && { truncated: true }),
    ...(!hasBaseline && { baseline: "unavailable" }),
    ...(scope !== undefined && { scope }),
    ...(!isConfigured && { configuration: "not_applied" }),
  };
}

function rank({ severity }: CheckerFinding): number {
  return severity === "error" ? 0 : 1;
}

function reported({ severity, code, line, message, path }: CheckerFinding): Finding {
  return {
    severity,
    code: cut(code, MAX_CODE),
    ...(line !== undefined && { line }),
    message: cut(message.replace(/\s+/g, " ").trim(), MAX_MESSAGE),
    ...(path !== undefined && { path }),
  };
}

/** Never between the halves of a character. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\uD800-\uDBFF]/.test(text[most - 2] ?? "") ? most - 2 : most - 1;
  return `${text.slice(0, end)}…`;
}
