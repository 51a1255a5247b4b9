import { blockComment, lineComment } from "../comments.ts";
import { afterOperator, slashRegex } from "../regex.ts";
import type { LexicalScan } from "../scan.ts";
import { openString, runLength } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

const BEFORE_REGEX = new Set([
  "return",
  "in",
  "case",
  "where",
  "if",
  "guard",
  "while",
  "await",
  "try",
  "else",
  "switch",
]);

export const swift: LexicalRules = {
  brackets: "()[]{}",
  steps: {
    "/": [lineComment("//"), blockComment("/*", "*/", "nests"), slashRegex(mayStartRegex)],
    '"': [(scan) => openQuote(scan, "")],
    "#": [openRaw],
    "`": [(scan) => takeEscapedName(scan)],
  },
};

/** A bare regex starts neither with a blank nor after a value; `/` before `)` or `,` is the operator as a function. */
function mayStartRegex(scan: LexicalScan): boolean {
  const next = scan.text[scan.at + 1] ?? "";
  return !" \t),".includes(next) && afterOperator(scan, BEFORE_REGEX);
}

/** `#"..."#`, `#/.../#`; `#if`, `#expect(...)` and `#selector` are words. */
function openRaw(scan: LexicalScan): boolean {
  const hashes = "#".repeat(runLength(scan.text, scan.at, "#"));
  if (scan.startsWith('"', hashes.length)) {
    scan.at += hashes.length;
    return openQuote(scan, hashes);
  }
  if (!scan.startsWith("/", hashes.length)) return false;
  openString(scan, `${hashes}/`, { close: `/${hashes}`, multiline: true });
  return true;
}

function openQuote(scan: LexicalScan, hashes: string): true {
  // Three quotes with text behind them on the line: `#"""#` is a raw string that holds one quote.
  const multiline = scan.startsWith('"""') && /^[ \t]*$/.test(scan.text.slice(scan.at + 3, scan.lineEnd(scan.at)));
  const quote = multiline ? '"""' : '"';
  openString(scan, quote, {
    close: `${quote}${hashes}`,
    // The interpolation is looked for first where the escape itself is `\`.
    escape: `\\${hashes}`,
    multiline,
    interpolations: [{ open: `\\${hashes}(`, closer: ")" }],
  });
  return true;
}

function takeEscapedName(scan: LexicalScan): boolean {
  const end = scan.text.indexOf("`", scan.at + 1);
  if (end < 0 || end > scan.lineEnd(scan.at)) return false;
  scan.skipValueTo(end + 1);
  return true;
}
