import type { CheckerFinding } from "../types.ts";
import { namesToCodes } from "./names-to-codes.ts";

const SYNTAX = new Set(["invalid-syntax", "syntax", "syntax-error", "E999"]);
const ERROR_PREFIX = /^(?:E9|F8|F6)/;

/**
 * Findings as Ruff prints them (`location`) or as its WebAssembly build gives them (`start_location`). Throws on another
 * form.
 */
export async function toFindings(
  values: readonly unknown[],
  place: "location" | "start_location",
): Promise<CheckerFinding[]> {
  const findings = values.map((value) => toFinding(value, place));
  const codes = await namesToCodes(findings.map(({ code }) => code));
  return findings.map((finding, at) => withSeverity({ ...finding, code: codes[at] ?? finding.code }));
}

type Unrated = Omit<CheckerFinding, "severity">;

function toFinding(value: unknown, place: "location" | "start_location"): Unrated {
  if (typeof value !== "object" || value === null) throw new TypeError("ruff: a finding that is no object");
  const message: unknown = Reflect.get(value, "message");
  const given: unknown = Reflect.get(value, "code");
  const where: unknown = Reflect.get(value, place);
  const row: unknown = typeof where === "object" && where !== null ? Reflect.get(where, "row") : undefined;
  if (typeof message !== "string") throw new TypeError("ruff: a finding without a message");
  // Older versions name no rule for what does not parse.
  const code = typeof given === "string" ? given : "invalid-syntax";
  return { code, ...(typeof row === "number" && { line: row }), message: message.replace(/^SyntaxError: /, "") };
}

function withSeverity(finding: Unrated): CheckerFinding {
  const isSyntax = SYNTAX.has(finding.code);
  const severity = isSyntax || ERROR_PREFIX.test(finding.code) ? "error" : "warning";
  // Rules that need a syntax tree are not run on a text that has none.
  return { severity, ...finding, ...(isSyntax && { blocks: true }) };
}
