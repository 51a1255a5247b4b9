import { Layout } from "./layout.ts";
import type { Branch, Reading } from "./preprocessor.ts";
import { readString } from "./strings.ts";
import type { Frame, Interpolation, LexicalProblem, LexicalRules, OpenString } from "./types.ts";

const DEFAULT_WORD = /[\p{L}\p{N}_$]+/uy;
const NEWLINE = 10;
const RETURN = 13;

/** What a listener may learn while a text is scanned. Offsets are half-open. */
export interface ScanEvents {
  /** A line that starts in code: not inside a string or a comment. `depth`: how many frames are open. */
  onCodeLine?: (start: number, depth: number) => void;
  /** `depth`: how many frames are open with this one. */
  onOpen?: (depth: number) => void;
  onClose?: (frame: Frame, end: number) => void;
  onString?: (start: number, end: number) => void;
  /** Both parts of a shell's here-document: the redirection, and the body with its last line. */
  onHereDocument?: (start: number, end: number) => void;
}

/**
 * One walk over a text, from left to right, that knows strings, comments and brackets and nothing else of the language.
 * It ends at the first problem. Linear: no step looks back further than a line or at the stack's top.
 */
export class LexicalScan {
  readonly text: string;
  readonly rules: LexicalRules;
  readonly events: ScanEvents;
  readonly reading: Reading;
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
  /** Some branch ends with other brackets open than it began with. */
  hasSplitBlocks = false;
  /** Text before this offset is never compiled. */
  deadUntil = 0;
  /** A macro whose body does not balance was defined: what the file's brackets mean depends on its uses. */
  hasUnbalancedMacro = false;
  private readonly layout: Layout;

  constructor(text: string, rules: LexicalRules, events: ScanEvents = {}, reading: Reading = "first") {
    this.text = text;
    this.rules = rules;
    this.events = events;
    this.reading = reading;
    this.layout = new Layout(text);
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
    if (code === NEWLINE || code === RETURN) this.endLine();
    else if (code === 32 || code === 9) this.at += 1;
    else this.readToken(this.text[this.at] ?? "");
  }

  private readToken(character: string): void {
    const top = this.top();
    if (top?.resume && this.startsWith(top.closer)) {
      this.close(top.closer);
      return;
    }
    for (const step of this.rules.steps[character] ?? []) if (step(this)) return;
    if (this.readWord()) return;
    const bracket = this.rules.brackets.indexOf(character);
    if (bracket < 0) this.take(1);
    else if (bracket % 2 === 0) this.open(character, this.rules.brackets[bracket + 1] ?? "");
    else this.close(character);
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

  open(opener: string, closer: string, resume?: OpenString): void {
    this.stack.push({ opener, closer, at: this.at, ...(resume && { resume }) });
    this.events.onOpen?.(this.stack.length);
    this.take(opener.length);
  }

  close(closer: string): void {
    const frame = this.top();
    if (frame?.closer !== closer) {
      this.failToClose(closer, frame);
      return;
    }
    this.stack.pop();
    if (closer === "}" && !frame.resume) this.layout.note(frame, this.at);
    this.take(closer.length);
    this.events.onClose?.(frame, this.at);
    if (frame.resume) readString(this, frame.resume);
  }

  private failToClose(closer: string, frame: Frame | undefined): void {
    const early = closer === "}" ? this.layout.closedTooEarly : null;
    if (early !== null && (frame === undefined || early > frame.at)) this.fail({ at: early, found: closer });
    else if (frame === undefined) this.fail({ at: this.at, found: closer });
    else this.fail({ at: this.at, found: closer, expected: frame.closer, opener: openerOf(frame) });
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
    this.events.onCodeLine?.(this.at, this.stack.length);
  }

  private finish(): void {
    const top = this.top();
    const frame = top?.closer === "}" ? (this.layout.leftOpen ?? top) : top;
    if (frame === undefined) return;
    this.fail({ at: this.text.length, found: "end of file", expected: frame.closer, opener: openerOf(frame) });
  }
}

function openerOf(frame: Frame): { text: string; at: number } {
  return { text: frame.opener, at: frame.at };
}
