/**
 * Knuth, Morris and Pratt over lines instead of characters: fed one line after the other, it says where a run of lines
 * equal to the pattern ends. Linear however the lines repeat.
 *
 * A line is given by two numbers, which must both agree; a pattern that needs one only leaves the second at 0.
 */
export class LineAutomaton {
  private readonly symbols: Int32Array;
  private readonly steps: Int32Array;
  private readonly borders: Int32Array;
  private matched = 0;

  constructor(symbols: Int32Array, steps: Int32Array = new Int32Array(symbols.length)) {
    this.symbols = symbols;
    this.steps = steps;
    this.borders = new Int32Array(symbols.length);
    let length = 0;
    for (let at = 1; at < symbols.length; at++) {
      length = this.extend(length, symbols[at] ?? 0, steps[at] ?? 0);
      this.borders[at] = length;
    }
  }

  /** Whether the pattern ends with this line. An empty pattern ends everywhere. */
  feed(symbol: number, step = 0): boolean {
    if (this.matched === this.symbols.length) this.matched = this.borders[this.matched - 1] ?? 0;
    this.matched = this.extend(this.matched, symbol, step);
    return this.matched === this.symbols.length;
  }

  /** What the next line must be for the match in progress to go on. */
  get expected(): number {
    const at = this.matched === this.symbols.length ? (this.borders[this.matched - 1] ?? 0) : this.matched;
    return this.symbols[at] ?? -1;
  }

  private extend(from: number, symbol: number, step: number): number {
    let length = from;
    while (length > 0 && !this.agrees(length, symbol, step)) length = this.borders[length - 1] ?? 0;
    return this.agrees(length, symbol, step) ? length + 1 : length;
  }

  private agrees(at: number, symbol: number, step: number): boolean {
    return this.symbols[at] === symbol && this.steps[at] === step;
  }
}
