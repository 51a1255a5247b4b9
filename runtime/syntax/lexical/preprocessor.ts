import type { LexicalScan } from "./scan.ts";
import type { Frame, Step } from "./types.ts";

/**
 * What an `#if` means. "first": the text behind it goes on from its first branch. "none": likewise, but a branch without
 * `#else` counts for nothing. "undefined", "defined": no name, or every name, is defined, and nothing else is read.
 */
export type Reading = "first" | "none" | "undefined" | "defined";

/** One `#if` that is open. */
export interface Branch {
  readonly stackAtIf: readonly Frame[];
  /** The stack at the end of the first branch; null while in it. */
  readonly afterFirst: readonly Frame[] | null;
  readonly anyTaken: boolean;
  /** It asks whether this is C++: `extern "C" {` opens in one such branch and closes in another. */
  readonly isLanguage: boolean;
}

const DIRECTIVE = /[ \t]*#[ \t]*([A-Za-z]*)([^\n\r]*)/y;

/**
 * Lines of the C preprocessor. Their text is not code: `#error don't` opens nothing, and a macro may hold half a block.
 * Every branch of an `#if` starts from the brackets open at the `#if`, so that `if (a) {` in two branches counts once.
 */
export const cDirective: Step = (scan) =>
  directiveLine(scan, (name, rest, start) => {
    if (name === "define") noteMacro(scan, rest);
    conditional(scan, name, rest);
    scan.at = cLineEnd(scan, start);
  });

/** Directives of C#: the same branches, but a line is a line. */
export const csharpDirective: Step = (scan) =>
  directiveLine(scan, (name, rest, start) => {
    conditional(scan, name, rest);
    scan.at = Math.max(scan.nextLine(start), scan.deadUntil);
  });

function directiveLine(scan: LexicalScan, take: (name: string, rest: string, start: number) => void): boolean {
  DIRECTIVE.lastIndex = scan.at;
  const found = DIRECTIVE.exec(scan.text);
  if (found === null) return false;
  const before = scan.at;
  take(found[1] ?? "", found[2] ?? "", scan.at);
  return scan.at > before;
}

function conditional(scan: LexicalScan, name: string, rest: string): void {
  if (name === "if" || name === "ifdef" || name === "ifndef") openBranch(scan, name, rest);
  else if (/^(?:elif|elifdef|elifndef|else)$/.test(name)) nextBranch(scan, name, rest);
  else if (name === "endif") closeBranch(scan);
}

function openBranch(scan: LexicalScan, name: string, rest: string): void {
  const taken = isTaken(scan, name, rest);
  scan.branches.push({
    stackAtIf: [...scan.stack],
    afterFirst: null,
    anyTaken: taken,
    isLanguage: rest.includes("__cplusplus"),
  });
  if (!taken) skipBranch(scan);
}

function nextBranch(scan: LexicalScan, name: string, rest: string): void {
  const branch = scan.branches.pop();
  if (branch === undefined) return;
  noteSplit(scan, branch);
  if (scan.reading === "undefined" || scan.reading === "defined") {
    const taken = !branch.anyTaken && (name === "else" || isTaken(scan, name, rest));
    scan.branches.push({ ...branch, anyTaken: branch.anyTaken || taken });
    if (!taken) skipBranch(scan);
    return;
  }
  scan.branches.push({ ...branch, afterFirst: branch.afterFirst ?? [...scan.stack] });
  scan.stack = [...branch.stackAtIf];
}

function closeBranch(scan: LexicalScan): void {
  const branch = scan.branches.pop();
  if (branch === undefined) return;
  noteSplit(scan, branch);
  if (scan.reading === "first" && branch.afterFirst !== null) scan.stack = [...branch.afterFirst];
  if (scan.reading === "none" && branch.afterFirst === null) scan.stack = [...branch.stackAtIf];
}

function noteSplit(scan: LexicalScan, branch: Branch): void {
  const { stack } = scan;
  const same = stack.length === branch.stackAtIf.length && stack.every((frame, at) => frame === branch.stackAtIf[at]);
  if (!same && !branch.isLanguage) scan.hasSplitBlocks = true;
}

/** `#if 0` is never compiled. Else a reading that takes every branch takes it, and the others go by what is defined. */
function isTaken(scan: LexicalScan, name: string, rest: string): boolean {
  if (name === "if" && /^[ \t]*(?:0|false)[ \t]*(?:\/[/*].*)?$/.test(rest)) return false;
  if (scan.reading === "first" || scan.reading === "none") return true;
  const isNegative = /ndef$/.test(name) || /^[ \t]*!/.test(rest);
  return isNegative === (scan.reading === "undefined") || isIncludeGuard(scan, rest);
}

/** `#ifndef X` with `#define X` on the next line. */
function isIncludeGuard(scan: LexicalScan, rest: string): boolean {
  const next = scan.nextLine(scan.at);
  const defined = /^[ \t]*#[ \t]*define[ \t]+(\w+)/.exec(scan.text.slice(next, scan.lineEnd(next)))?.[1];
  return defined !== undefined && rest.split(/\W+/).includes(defined);
}

/** Moves to the directive that ends a branch which is not compiled: it may hold anything. */
function skipBranch(scan: LexicalScan): void {
  let depth = 0;
  for (let line = scan.nextLine(scan.at); line < scan.text.length; line = scan.nextLine(line)) {
    DIRECTIVE.lastIndex = line;
    const name = DIRECTIVE.exec(scan.text)?.[1] ?? "";
    if (/^if/.test(name)) depth += 1;
    if (depth === 0 && /^(?:el|endif)/.test(name)) {
      scan.deadUntil = line;
      return;
    }
    if (name === "endif") depth -= 1;
  }
  scan.deadUntil = scan.text.length;
}

/** Start of the line after a directive, its continuations and the block comments it opens. */
function cLineEnd(scan: LexicalScan, start: number): number {
  const { text } = scan;
  if (scan.deadUntil > start) return scan.deadUntil;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\n" || character === "\r") return scan.nextLine(at);
    if (character === "\\") at = scan.lineEnd(at + 1) === at + 1 ? scan.nextLine(at + 1) - 1 : at + 1;
    else if (text.startsWith("/*", at)) {
      const close = text.indexOf("*/", at + 2);
      if (close < 0) return text.length;
      at = close + 1;
    } else if (text.startsWith("//", at)) return scan.nextLine(at);
    else if (character === '"') at = quoteEnd(text, at);
  }
  return text.length;
}

/** Offset of the closing quote, or of the last character before the line's end. */
function quoteEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === "\n" || text[at] === "\r") return at - 1;
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function noteMacro(scan: LexicalScan, rest: string): void {
  const end = cLineEnd(scan, scan.at);
  const body = scan.text.slice(scan.at, end);
  const code = body.replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
  let depth = 0;
  for (const character of code) {
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
    if (depth < 0) break;
  }
  if (depth !== 0 && rest !== "") scan.hasUnbalancedMacro = true;
}
