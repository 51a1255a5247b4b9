import type { Frame, Interpolation, LexicalProblem, LexicalRules, OpenString, StringRule } from "./types.ts";

const DEFAULT_WORD = /[\p{L}\p{N}_$]+/uy;
const NEWLINE = 10;
const RETURN = 13;

/**
 * One walk over a text, from left to right, that knows strings, comments and brackets and nothing else of the language.
 * It ends at the first problem. Linear: no step looks back further than a line or at the stack's top.
 */
export class LexicalScan {
  readonly text: string;
  readonly rules: LexicalRules;
  at: number;
  stack: Frame[] = [];
  problem: LexicalProblem | null = null;
  /** The last word or sign before `at`, "" at the start: tells a regex from a division. */
  last = "";
  lastEnd = 0;
  /** Run when the current line ends: bodies of here-documents. */
  atLineEnd: ((scan: LexicalScan) => void)[] = [];
  /** Branches of conditional compilation that are open, innermost last. */
  branches: Branch[] = [];
  reading: Reading = "first";
  /** Some branch ends with other brackets open than it began with. */
  hasSplitBlocks = false;
  /** Text before this offset is never compiled. */
  deadUntil = 0;
  /** A macro whose body does not balance was defined: what the file's brackets mean depends on its uses. */
  hasUnbalancedMacro = false;
  /** Told of every line that starts in code, and of every frame that closes, with the offset past its closer. */
  onCodeLine: (start: number, depth: number) => void = () => {};
  onClose: (frame: Frame, end: number) => void = () => {};
  onString: (start: number, end: number) => void = () => {};
  /** Told of both parts of a shell's here-document: the redirection and the body. */
  onHereDocument: (start: number, end: number) => void = () => {};

  constructor(text: string, rules: LexicalRules) {
    this.text = text;
    this.rules = rules;
    this.at = rules.start?.(text) ?? 0;
  }

  run(): LexicalProblem | null {
    this.beginLine();
    while (this.problem === null && this.at < this.text.length) this.step();
    if (this.problem === null) this.finish();
    return this.problem;
  }

  private step(): void {
    const code = this.text.charCodeAt(this.at);
    if (code === NEWLINE || code === RETURN) return this.endLine();
    if (code === 32 || code === 9) {
      this.at += 1;
      return;
    }
    const character = this.text[this.at] ?? "";
    const top = this.top();
    if (top?.resume && this.startsWith(top.closer)) return this.close(top.closer);
    for (const step of this.rules.steps[character] ?? []) if (step(this)) return;
    if (this.readWord()) return;
    const bracket = this.rules.brackets.indexOf(character);
    if (bracket >= 0 && bracket % 2 === 0) this.open(character, this.rules.brackets[bracket + 1] ?? "", character.length);
    else if (bracket >= 0) this.close(character);
    else this.take(1);
  }

  private readWord(): boolean {
    const pattern = this.rules.word ?? DEFAULT_WORD;
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return false;
    const start = this.at;
    this.take(found[0].length);
    this.rules.onWord?.(this, found[0], start);
    return true;
  }

  /** Moves over `length` characters as one token. */
  take(length: number): void {
    this.last = this.text.slice(this.at, this.at + length);
    this.at += length;
    this.lastEnd = this.at;
  }

  /** Moves to `at` as if what lies between were a value. */
  skipValueTo(at: number): void {
    this.at = at;
    this.last = "value";
    this.lastEnd = at;
  }

  startsWith(text: string, offset = 0): boolean {
    return this.text.startsWith(text, this.at + offset);
  }

  top(): Frame | undefined {
    return this.stack[this.stack.length - 1];
  }

  open(opener: string, closer: string, length: number, resume?: OpenString): void {
    const frame: Frame = { opener, closer, at: this.at, ...(resume && { resume }) };
    this.stack.push(frame);
    this.take(length);
  }

  close(closer: string): void {
    const frame = this.top();
    if (frame === undefined) return this.fail({ at: this.at, found: closer });
    if (frame.closer !== closer) return this.fail({ at: this.at, found: closer, expected: frame.closer, opener: openerOf(frame) });
    this.stack.pop();
    this.take(closer.length);
    this.onClose(frame, this.at);
    if (frame.resume) this.readString(frame.resume);
  }

  fail(problem: LexicalProblem): void {
    this.problem ??= problem;
  }

  /** Offset just past the line break at or after `from`; the text's end when there is none. */
  nextLine(from: number): number {
    const end = this.lineEnd(from);
    if (end === this.text.length) return end;
    return this.text.charCodeAt(end) === RETURN && this.text.charCodeAt(end + 1) === NEWLINE ? end + 2 : end + 1;
  }

  lineEnd(from: number): number {
    for (let at = from; at < this.text.length; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === NEWLINE || code === RETURN) return at;
    }
    return this.text.length;
  }

  /** Reads on in a string whose opening quote (or interpolation) lies just before `at`. */
  readString(string: OpenString): void {
    const { rule } = string;
    const { text } = this;
    let at = this.at;
    let depth = string.depth ?? 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      const literal = rule.literals?.find((literal) => text.startsWith(literal, at));
      const interpolation = rule.interpolations?.find(({ open }) => text.startsWith(open, at));
      if (literal !== undefined) at += literal.length;
      else if (interpolation !== undefined) {
        this.at = at;
        return this.open(interpolation.open, interpolation.closer, interpolation.open.length, { ...string, depth });
      } else if (rule.escape !== undefined && text.startsWith(rule.escape, at)) {
        at += rule.escape.length;
        at += text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === NEWLINE ? 2 : 1;
      } else if (rule.nests !== undefined && text.startsWith(rule.nests, at)) {
        depth += 1;
        at += rule.nests.length;
      } else if (depth > 0 && text.startsWith(rule.close, at)) {
        depth -= 1;
        at += rule.close.length;
      } else if (text.startsWith(rule.close, at)) {
        if (!rule.doubled || !text.startsWith(rule.close, at + rule.close.length)) {
          this.skipValueTo(closeEnd(text, at, rule));
          return this.onString(string.at, this.at);
        }
        at += 2 * rule.close.length;
      } else if ((code === NEWLINE || code === RETURN) && !rule.multiline) {
        this.at = at;
        return this.fail({ at, found: "end of line", expected: rule.close, opener: { text: string.opener, at: string.at } });
      } else at += 1;
    }
    this.at = text.length;
    this.fail({ at: text.length, found: "end of file", expected: rule.close, opener: { text: string.opener, at: string.at } });
  }

  /** The interpolation whose expression `at` stands in directly, if its format may start here. */
  formatHere(): Interpolation | undefined {
    const frame = this.top();
    const found = frame?.resume?.rule.interpolations?.find(({ open }) => open === frame.opener);
    return found?.format ? found : undefined;
  }

  private endLine(): void {
    this.at = this.nextLine(this.at);
    if (this.rules.newlineIsToken) this.last = "\n";
    const waiting = this.atLineEnd;
    this.atLineEnd = [];
    for (const task of waiting) if (this.problem === null) task(this);
    this.beginLine();
  }

  private beginLine(): void {
    while (this.problem === null && this.at < this.text.length && this.rules.onLineStart?.(this)) {}
    this.onCodeLine(this.at, this.stack.length);
  }

  private finish(): void {
    const frame = this.top();
    if (frame) this.fail({ at: this.text.length, found: "end of file", expected: frame.closer, opener: openerOf(frame) });
  }
}

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

function openerOf(frame: Frame): { text: string; at: number } {
  return { text: frame.opener, at: frame.at };
}

function closeEnd(text: string, at: number, rule: StringRule): number {
  let end = at + rule.close.length;
  if (rule.longClose) while (text[end] === rule.close[0]) end += 1;
  return end;
}
