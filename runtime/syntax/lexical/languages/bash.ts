import type { LexicalScan } from "../scan.ts";
import { plainString, string } from "../strings.ts";
import type { LexicalRules } from "../types.ts";

const INTERPOLATIONS = [
  { open: "$(", closer: ")" },
  { open: "${", closer: "}" },
  { open: "`", closer: "`" },
];
const HEREDOC = /<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([^\s'"<>|&;()$`\\-][^\s'"<>|&;()`]*))/y;
const CASE_HEAD = /[ \t][^\n;]*?[ \t]in(?=[ \t;#\n\r])/y;
/** Tokens behind which a command starts, so that `{`, `}`, `case` and `esac` are keywords there. */
const BEFORE_COMMAND = new Set([
  "",
  "\n",
  ";",
  "&",
  "|",
  "(",
  ")",
  "{",
  "}",
  "!",
  "do",
  "then",
  "else",
  "elif",
  "if",
  "while",
  "until",
  "esac",
  "done",
  "fi",
  "`",
  "time",
]);

/**
 * Shell. Brackets of tests and patterns (`[`, `[[`) are words; `{` counts only where a command may stand, `)` inside
 * `case` may end a pattern that nothing opened.
 */
export const bash: LexicalRules = {
  brackets: "()",
  newlineIsToken: true,
  steps: {
    "\\": [
      (scan) => {
        scan.skipValueTo(Math.min(scan.at + 2, scan.text.length));
        return true;
      },
    ],
    "#": [comment],
    '"': [plainString('"', { multiline: true, interpolations: INTERPOLATIONS })],
    "'": [quote],
    "`": [backquote],
    $: [dollar],
    "{": [openGroup],
    "}": [closeGroup],
    ")": [endPattern],
    "(": [arithmetic],
    "<": [hereDocument],
  },
  word: /[\p{L}\p{N}_]+/uy,
  onWord: (scan, word, start) => {
    if (word !== "case" && word !== "esac") return;
    if (!atCommand(scan, start)) return;
    if (word === "esac") {
      if (scan.top()?.opener !== "case") return;
      scan.at = start;
      scan.close("esac");
      return;
    }
    CASE_HEAD.lastIndex = scan.at;
    if (!CASE_HEAD.test(scan.text)) return;
    scan.at = start;
    scan.open("case", "esac");
  },
};

/** `scan.last` was overwritten by the word itself, so the text before it is looked at. */
function atCommand(scan: LexicalScan, start: number): boolean {
  const before = scan.text.slice(Math.max(0, start - 200), start).replace(/[ \t]+$/, "");
  if (before === "") return true;
  return /(?:[\n\r;&|(){}!`]|(?:^|[\s;&|(){}!`])(?:do|then|else|elif|if|while|until|esac|done|fi|time))$/.test(before);
}

function inExpansion(scan: LexicalScan): boolean {
  return scan.top()?.opener === "${";
}

function comment(scan: LexicalScan): boolean {
  const before = scan.text[scan.at - 1] ?? "\n";
  if (inExpansion(scan) || !/[\s;&|()`]/.test(before)) return false;
  // `$((16#ff))` needs none, but `$(( # comment` is none either.
  scan.at = scan.lineEnd(scan.at);
  return true;
}

/** Inside `"${x:-it's}"` an apostrophe is itself. */
function quote(scan: LexicalScan): boolean {
  if (inExpansion(scan) && scan.top()?.resume?.opener === '"') {
    scan.take(1);
    return true;
  }
  return string("'", { close: "'", multiline: true })(scan);
}

function backquote(scan: LexicalScan): boolean {
  if (scan.top()?.opener === "`") scan.close("`");
  else scan.open("`", "`");
  return true;
}

function dollar(scan: LexicalScan): boolean {
  if (scan.startsWith("$'")) return string("$'", { close: "'", escape: "\\", multiline: true })(scan);
  if (scan.startsWith("${")) {
    scan.open("${", "}");
    return true;
  }
  if (scan.startsWith("$(")) {
    scan.open("$(", ")");
    return true;
  }
  // `$#`, `$$`, `$!`: the sign is no comment and no operator.
  scan.skipValueTo(Math.min(scan.at + (/[#$!?*@-]/.test(scan.text[scan.at + 1] ?? "") ? 2 : 1), scan.text.length));
  return true;
}

function openGroup(scan: LexicalScan): boolean {
  const next = scan.text[scan.at + 1] ?? "\n";
  if (!inExpansion(scan) && /\s/.test(next) && BEFORE_COMMAND.has(scan.last)) scan.open("{", "}");
  else scan.skipValueTo(scan.at + 1);
  return true;
}

function closeGroup(scan: LexicalScan): boolean {
  if (inExpansion(scan)) scan.close("}");
  else if (scan.top()?.opener === "{" && BEFORE_COMMAND.has(scan.last)) scan.close("}");
  else if (scan.stack.length === 0 && scan.last === "\n" && /^\}\s*$/m.test(lineAt(scan))) scan.close("}");
  else scan.skipValueTo(scan.at + 1);
  return true;
}

function lineAt(scan: LexicalScan): string {
  return scan.text.slice(scan.at, scan.lineEnd(scan.at));
}

function endPattern(scan: LexicalScan): boolean {
  if (inExpansion(scan)) {
    scan.take(1);
    return true;
  }
  if (scan.top()?.opener !== "case") return false;
  scan.take(1);
  return true;
}

function arithmetic(scan: LexicalScan): boolean {
  if (!inExpansion(scan)) return false;
  scan.take(1);
  return true;
}

/** In `((` two angle brackets are a shift. */
function hereDocument(scan: LexicalScan): boolean {
  if (scan.startsWith("<<<")) {
    scan.take(3);
    return true;
  }
  HEREDOC.lastIndex = scan.at;
  const found = HEREDOC.exec(scan.text);
  if (found === null || inArithmetic(scan)) return false;
  const opener = { text: found[0], at: scan.at };
  const name = found[2] ?? found[3] ?? found[4] ?? "";
  const tabs = found[1] === "-";
  scan.skipValueTo(scan.at + found[0].length);
  scan.atLineEnd.push((later) => skipBody(later, name, tabs, opener));
  return true;
}

function inArithmetic(scan: LexicalScan): boolean {
  const inner = scan.top();
  const outer = scan.stack[scan.stack.length - 2];
  return inner?.opener === "(" && outer !== undefined && outer.at + outer.opener.length === inner.at;
}

function skipBody(scan: LexicalScan, name: string, tabs: boolean, opener: { text: string; at: number }): void {
  for (let line = scan.at; line < scan.text.length; line = scan.nextLine(line)) {
    const body = scan.text.slice(line, scan.lineEnd(line));
    if ((tabs ? body.replace(/^\t+/, "") : body) === name) {
      const start = scan.at;
      scan.at = scan.nextLine(line);
      scan.events.onHereDocument?.(opener.at, opener.at + opener.text.length);
      scan.events.onHereDocument?.(start, scan.at);
      return;
    }
  }
  scan.fail({ at: scan.text.length, found: "end of file", expected: name, opener });
}
