/** One step of a pattern: over a character that it accepts, or on without one. The last state is the end. */
export type GlobState =
  | { readonly kind: "character"; readonly accepts: (character: string) => boolean; readonly next: number }
  | { readonly kind: "fork"; readonly next: readonly number[] }
  | { readonly kind: "end" };

/** In characters; what is longer is no pattern that anybody wrote. */
const MAX_LENGTH = 2_000;

/** @returns The states of a pattern, from the first on. Throws for a bracket or brace without its partner. */
export function compileGlob(pattern: string): readonly GlobState[] {
  const characters = [...pattern];
  if (characters.length > MAX_LENGTH) throw new SyntaxError("ruff: a pattern that is too long");
  const compiler = new Compiler(characters);
  compiler.sequence(false);
  return compiler.end();
}

class Compiler {
  readonly #states: GlobState[] = [];
  readonly #pattern: readonly string[];
  #at = 0;

  constructor(pattern: readonly string[]) {
    this.#pattern = pattern;
  }

  end(): readonly GlobState[] {
    this.#states.push({ kind: "end" });
    return this.#states;
  }

  /** Reads on to the end, or within braces to the comma or brace that ends the choice. */
  sequence(isChoice: boolean): void {
    while (this.#at < this.#pattern.length) {
      const character = this.#pattern[this.#at] ?? "";
      if (isChoice && (character === "," || character === "}")) return;
      if (character === "}") throw new SyntaxError("ruff: a pattern with a brace that was not opened");
      this.#at += 1;
      if (character === "*") this.#stars();
      else if (character === "?") this.#one(() => true);
      else if (character === "[") this.#one(this.#characterClass());
      else if (character === "{") this.#choices();
      else this.#literal(character === "\\" ? this.#next() : character);
    }
    if (isChoice) throw new SyntaxError("ruff: a pattern with a brace that is not closed");
  }

  #next(): string {
    const character = this.#pattern[this.#at];
    if (character === undefined) throw new SyntaxError("ruff: a pattern that ends too early");
    this.#at += 1;
    return character;
  }

  #literal(wanted: string): void {
    this.#one((character) => character === wanted);
  }

  #one(accepts: (character: string) => boolean): void {
    this.#states.push({ kind: "character", accepts, next: this.#states.length + 1 });
  }

  /** Any characters. Two stars and a slash are folders, or none. */
  #stars(): void {
    let count = 1;
    for (; this.#pattern[this.#at] === "*"; this.#at += 1) count += 1;
    const start = this.#states.length;
    if (count !== 2 || this.#pattern[this.#at] !== "/") {
      this.#states.push({ kind: "fork", next: [start + 1, start + 2] });
      this.#states.push({ kind: "character", accepts: () => true, next: start });
      return;
    }
    this.#at += 1;
    this.#states.push({ kind: "fork", next: [start + 1, start + 4] });
    this.#states.push({ kind: "fork", next: [start + 2, start + 3] });
    this.#states.push({ kind: "character", accepts: () => true, next: start + 1 });
    this.#literal("/");
  }

  #characterClass(): (character: string) => boolean {
    const isNegated = /^[!^]$/.test(this.#pattern[this.#at] ?? "");
    if (isNegated) this.#at += 1;
    const ranges: (readonly [first: string, last: string])[] = [];
    for (let first = this.#next(); first !== "]" || ranges.length === 0; first = this.#next()) {
      const isRange = this.#pattern[this.#at] === "-" && this.#pattern[this.#at + 1] !== "]";
      if (isRange) this.#at += 1;
      ranges.push([first, isRange ? this.#next() : first]);
    }
    return (character) => ranges.some(([first, last]) => character >= first && character <= last) !== isNegated;
  }

  #choices(): void {
    const fork = this.#states.length;
    const starts: number[] = [];
    const ends: number[] = [];
    this.#states.push({ kind: "fork", next: [] });
    do {
      starts.push(this.#states.length);
      this.sequence(true);
      ends.push(this.#states.length);
      this.#states.push({ kind: "fork", next: [] });
    } while (this.#next() === ",");
    this.#states[fork] = { kind: "fork", next: starts };
    for (const end of ends) this.#states[end] = { kind: "fork", next: [this.#states.length] };
  }
}
