import { lineComment } from "../comments.ts";
import { afterOperator, slashRegex } from "../regex.ts";
import type { LexicalScan } from "../scan.ts";
import { openString } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

const BEFORE_VALUE = new Set([
  "if",
  "unless",
  "while",
  "until",
  "and",
  "or",
  "not",
  "when",
  "in",
  "return",
  "then",
  "else",
  "elsif",
  "do",
  "case",
  "puts",
  "yield",
  "=~",
  "begin",
  "ensure",
  "next",
  "break",
  "raise",
]);
const INTERPOLATIONS = [{ open: "#{", closer: "}" }];
const HEREDOC = /<<([~-]?)(["'`]?)([A-Z_a-z]\w*)\2/y;
const OPERATOR_NAME = /(?:\[\]=?|\*\*|<=>|===?|=~|![=~]?|<<|>>|<=|>=|[+-]@?|[*/%<>~^&|`])/y;
const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

export const ruby: LexicalRules = {
  brackets: "()[]{}",
  newlineIsToken: true,
  steps: {
    "#": [lineComment("#")],
    '"': [(scan) => quoted(scan, '"', true)],
    "'": [(scan) => quoted(scan, "'", false)],
    "`": [(scan) => quoted(scan, "`", true)],
    "/": [openRegex],
    "%": [openPercent],
    "<": [hereDocument],
    "?": [takeCharacter],
    $: [takeGlobal],
    ":": [takeOperatorSymbol],
    ".": [takeOperatorMethod],
  },
  word: /[\p{L}\p{N}_]+[?!]?(?![=]=)|[\p{L}\p{N}_]+/uy,
  onWord: (scan, word) => {
    if (word === "def") takeOperatorName(scan, 1);
  },
  onLineStart: (scan) => {
    if (scan.startsWith("=begin")) return skipDocumentation(scan);
    if (/^__END__\r?$/.test(scan.text.slice(scan.at, scan.lineEnd(scan.at)))) scan.at = scan.text.length;
    return false;
  },
};

function quoted(scan: LexicalScan, quote: string, interpolates: boolean): true {
  openString(scan, quote, {
    close: quote,
    escape: "\\",
    multiline: true,
    ...(interpolates && { interpolations: INTERPOLATIONS }),
  });
  return true;
}

/** A value may start here: after an operator, or as the argument of a call written without parentheses. */
function mayStartValue(scan: LexicalScan): boolean {
  if (afterOperator(scan, BEFORE_VALUE)) return true;
  const spaceBefore = scan.at > scan.lastEnd;
  const next = scan.text[scan.at + 1] ?? "";
  return spaceBefore && /^[a-z_]\w*[?!]?$/.test(scan.last) && !/[\s=]/.test(next);
}

/** Regexes with interpolations, over several lines after an operator. */
function openRegex(scan: LexicalScan): boolean {
  if (!mayStartValue(scan)) return false;
  if (afterOperator(scan, BEFORE_VALUE)) {
    openString(scan, "/", { close: "/", escape: "\\", multiline: true, interpolations: INTERPOLATIONS });
    return true;
  }
  return slashRegex(() => true)(scan);
}

/** `%w[...]`, `%q(...)`, `%(...)`: brackets of the same kind nest inside. */
function openPercent(scan: LexicalScan): boolean {
  if (!mayStartValue(scan)) return false;
  const found = /^%([qQwWiIrsx]?)([^\w\s=]|=(?=\S))/.exec(scan.text.slice(scan.at, scan.at + 3));
  if (found === null) return false;
  const open = found[2] ?? "";
  const interpolates = !/[qwis]/.test(found[1] ?? "");
  const close = CLOSERS[open];
  openString(scan, found[0], {
    close: close ?? open,
    escape: "\\",
    multiline: true,
    ...(close !== undefined && { nests: open }),
    ...(interpolates && { interpolations: INTERPOLATIONS }),
  });
  return true;
}

/** `<<NAME` without a mark may be a shift, so it needs its last line to be there. */
function hereDocument(scan: LexicalScan): boolean {
  HEREDOC.lastIndex = scan.at;
  const found = HEREDOC.exec(scan.text);
  if (found === null) return false;
  const indented = found[1] !== "";
  const name = found[3] ?? "";
  if (!indented && (scan.last === "class" || endOfBody(scan, scan.nextLine(scan.at), name, false) < 0)) return false;
  const opener = { text: found[0], at: scan.at };
  scan.skipValueTo(scan.at + found[0].length);
  scan.atLineEnd.push((later) => {
    const end = endOfBody(later, later.at, name, indented);
    if (end < 0) later.fail({ at: later.text.length, found: "end of file", expected: name, opener });
    else later.at = end;
  });
  return true;
}

/** Start of the line after the one that closes a here-document, or -1. */
function endOfBody(scan: LexicalScan, from: number, name: string, indented: boolean): number {
  for (let line = from; line < scan.text.length; line = scan.nextLine(line)) {
    const body = scan.text.slice(line, scan.lineEnd(line));
    if ((indented ? body.trim() : body) === name) return scan.nextLine(line);
  }
  return -1;
}

/** `?x` is a string of one character where a value may start. */
function takeCharacter(scan: LexicalScan): boolean {
  const found = /^\?(?:\\.|[^\s\w\\]|\w(?!\w))/.exec(scan.text.slice(scan.at, scan.at + 4));
  if (found === null || !afterOperator(scan, BEFORE_VALUE)) return false;
  scan.skipValueTo(scan.at + found[0].length);
  return true;
}

/** `$"`, `$'`, `$/` and their like. */
function takeGlobal(scan: LexicalScan): boolean {
  if (!/[^\s\w]/.test(scan.text[scan.at + 1] ?? " ")) return false;
  scan.skipValueTo(scan.at + 2);
  return true;
}

/** `:/`, `:[]`: the symbol of an operator; `::` and the `:` of a ternary are followed by something else. */
function takeOperatorSymbol(scan: LexicalScan): boolean {
  if (scan.startsWith("::")) {
    scan.take(2);
    return true;
  }
  return afterOperator(scan, BEFORE_VALUE) && takeOperatorName(scan, 1);
}

function takeOperatorMethod(scan: LexicalScan): boolean {
  return /[/%`]/.test(scan.text[scan.at + 1] ?? "") && takeOperatorName(scan, 1);
}

function takeOperatorName(scan: LexicalScan, offset: number): boolean {
  let at = scan.at + offset;
  while (scan.text[at] === " ") at += 1;
  OPERATOR_NAME.lastIndex = at;
  const found = OPERATOR_NAME.exec(scan.text);
  if (found === null) return false;
  scan.skipValueTo(at + found[0].length);
  return true;
}

function skipDocumentation(scan: LexicalScan): boolean {
  const found = /^=end\b/m.exec(scan.text.slice(scan.at));
  scan.at = found ? scan.nextLine(scan.at + found.index) : scan.text.length;
  return true;
}
