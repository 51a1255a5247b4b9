import { array, boolean, constantFrom, nat, option, record } from "fast-check";
import type { CheckerFinding } from "../../../runtime/diagnostics/mod.ts";
import { type Guard, isCount, isFlag, isListOf, isOneOf, isRecordOf } from "../guards.ts";

/** A finding in a form that can be saved. */
export interface DrawnFinding {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly isError: boolean;
  readonly blocks: boolean;
}

const CODES = ["F401", "F821", "E711", "SyntaxError", "invalid-syntax"] as const;
const MESSAGES = [
  "`os` imported but unused",
  "`sys` imported but unused",
  "Redefinition of unused `os` from line #",
  "unexpected token at line #, column 3",
  "syntax error near unexpected token `}'",
  "(node:#) warning",
] as const;

export const finding = record<DrawnFinding>({
  code: constantFrom(...CODES),
  message: constantFrom(...MESSAGES),
  line: nat(40).map((line) => line + 1),
  isError: boolean(),
  blocks: option(boolean(), { nil: false, freq: 6 }),
});

export const findings = array(finding, { maxLength: 24, size: "max" });

/** Text of that many lines, each of its own. */
export function textOf(lines: number, mark = "line"): string {
  return Array.from({ length: lines }, (_, at) => `${mark} ${at + 1}\n`).join("");
}

/** Messages that name a line name the one the finding is on. */
export function toFinding({ code, message, line, isError, blocks }: DrawnFinding, shift = 0): CheckerFinding {
  return {
    severity: isError ? "error" : "warning",
    code,
    line: line + shift,
    message: message.split("#").join(String(line + shift)),
    ...(blocks && { blocks: true }),
  };
}

export const isFinding: Guard<DrawnFinding> = isRecordOf<DrawnFinding>({
  code: isOneOf(CODES),
  message: isOneOf(MESSAGES),
  line: isCount,
  isError: isFlag,
  blocks: isFlag,
});

export const areFindings: Guard<readonly DrawnFinding[]> = isListOf(isFinding);
