import { blockComment } from "../comments.ts";
import type { LexicalScan } from "../scan.ts";
import { plainString } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

const OPEN_TAG = /<\?(?:php\b|=)/gi;
const LINE_COMMENT_END = /\?>|[\n\r]/g;
const HEREDOC = /<<<[ \t]*(["']?)([\p{L}_][\p{L}\p{N}_]*)\1[ \t]*(?=[\n\r])/uy;
const INTERPOLATIONS = [
  { open: "{$", closer: "}" },
  { open: "${", closer: "}" },
];

export const php: LexicalRules = {
  brackets: "()[]{}",
  start: (text) => nextCode(text, 0),
  onWord: skipData,
  steps: {
    "?": [leaveCode],
    "/": [lineComment, blockComment("/*", "*/")],
    "#": [(scan) => !scan.startsWith("#[") && lineComment(scan)],
    '"': [plainString('"', { multiline: true, interpolations: INTERPOLATIONS })],
    "'": [plainString("'", { multiline: true })],
    "`": [plainString("`", { multiline: true, interpolations: INTERPOLATIONS })],
    "<": [hereDocument],
  },
};

const DATA = /\s*\(\s*\)\s*(?:;|\?>)/y;

/** What follows `__halt_compiler();` is the script's data. */
function skipData(scan: LexicalScan, word: string): void {
  if (word.toLowerCase() !== "__halt_compiler") return;
  DATA.lastIndex = scan.at;
  if (DATA.test(scan.text)) scan.at = scan.text.length;
}

function leaveCode(scan: LexicalScan): boolean {
  if (!scan.startsWith("?>")) return false;
  scan.at = nextCode(scan.text, scan.at);
  scan.last = "";
  return true;
}

function nextCode(text: string, from: number): number {
  OPEN_TAG.lastIndex = from;
  return OPEN_TAG.test(text) ? OPEN_TAG.lastIndex : text.length;
}

/** `?>` leaves the code even from a line comment. */
function lineComment(scan: LexicalScan): boolean {
  if (!scan.startsWith("//") && !scan.startsWith("#")) return false;
  LINE_COMMENT_END.lastIndex = scan.at;
  scan.at = LINE_COMMENT_END.exec(scan.text)?.index ?? scan.text.length;
  return true;
}

/** The closing name may be indented and anything but a name's character may follow it. */
function hereDocument(scan: LexicalScan): boolean {
  HEREDOC.lastIndex = scan.at;
  const found = HEREDOC.exec(scan.text);
  if (found === null) return false;
  const name = found[2] ?? "";
  for (let line = scan.nextLine(scan.at); line < scan.text.length; line = scan.nextLine(line)) {
    const body = scan.text.slice(line, scan.lineEnd(line));
    const start = body.length - body.trimStart().length;
    if (body.startsWith(name, start) && !/^[\p{L}\p{N}_]/u.test(body.slice(start + name.length))) {
      scan.skipValueTo(line + start + name.length);
      return true;
    }
  }
  scan.fail({ at: scan.text.length, found: "end of file", expected: name, opener: { text: found[0], at: scan.at } });
  return true;
}
