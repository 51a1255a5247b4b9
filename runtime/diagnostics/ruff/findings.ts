import type { CheckerFinding } from "../types.ts";

const SYNTAX = new Set(["invalid-syntax", "syntax", "syntax-error", "E999"]);
const ERROR_PREFIX = /^(?:E9|F8|F6)/;

/** One finding as Ruff prints it (`location`) or as its WebAssembly build gives it (`start_location`). Throws on another form. */
export function toFinding(value: unknown, place: "location" | "start_location"): CheckerFinding {
  if (typeof value !== "object" || value === null) throw new TypeError("ruff: a finding that is no object");
  const message: unknown = Reflect.get(value, "message");
  const given: unknown = Reflect.get(value, "code");
  const where: unknown = Reflect.get(value, place);
  const row: unknown = typeof where === "object" && where !== null ? Reflect.get(where, "row") : undefined;
  if (typeof message !== "string") throw new TypeError("ruff: a finding without a message");
  // Older versions name no rule for what does not parse.
  const code = typeof given === "string" ? given : "invalid-syntax";
  const isSyntax = SYNTAX.has(code);
  return {
    severity: isSyntax || ERROR_PREFIX.test(code) ? "error" : "warning",
    code,
    ...(typeof row === "number" && { line: row }),
    message: message.replace(/^SyntaxError: /, ""),
    // Rules that need a syntax tree are not run on a text that has none.
    ...(isSyntax && { blocks: true }),
  };
}
