import { type FilterFault, type FilterToken, filterTokens } from "./filter-tokens.ts";

/** The part of an entry that a filter sees. */
export interface Filterable {
  readonly key: string;
  readonly value: string;
}

export type MemoryFilter = (entry: Filterable) => boolean;

export type ParsedFilter = { readonly kind: "ok"; readonly matches: MemoryFilter } | FilterFault;

export const EXAMPLE_FILTER = 'filter(memory, .key startsWith "plan" && !(.value contains "done"))';

/** Nested deeper than this, a filter is refused; both parsing and matching then stay far from the stack's limit. */
const MAX_DEPTH = 32;

/**
 * Reads `filter(memory, CONDITION)`, or a condition alone. A condition compares `.key`, `.value` and quoted text by `==`,
 * `!=`, `contains` and `startsWith`, to the letter, and joins comparisons by `!`, `&&`, `||` and parentheses. Nothing is
 * evaluated but this; time is linear in the filter, and in the filter times the entry when it is applied.
 */
export function parseFilter(source: string): ParsedFilter {
  const tokens = filterTokens(source);
  if ("kind" in tokens) return tokens;
  try {
    return { kind: "ok", matches: new FilterParser(tokens).parse() };
  } catch (error) {
    if (error instanceof FilterError) return { kind: "refused", at: error.at, message: error.message };
    throw error;
  }
}

class FilterError extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

type Operand = (entry: Filterable) => string;

const COMPARISONS: Readonly<Record<string, (left: string, right: string) => boolean>> = {
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  contains: (left, right) => left.includes(right),
  startsWith: (left, right) => left.startsWith(right),
};

class FilterParser {
  readonly #tokens: readonly FilterToken[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly FilterToken[]) {
    this.#tokens = tokens;
  }

  parse(): MemoryFilter {
    const isWrapped = this.#takes("filter");
    if (isWrapped) for (const symbol of ["(", "memory", ","]) this.#expect(symbol);
    const matches = this.#anyOf();
    if (isWrapped) this.#expect(")");
    if (this.#token.kind !== "end") this.#refuse("&& or || or the end");
    return matches;
  }

  #anyOf(): MemoryFilter {
    const alternatives = [this.#allOf()];
    while (this.#takes("||")) alternatives.push(this.#allOf());
    return (entry) => alternatives.some((matches) => matches(entry));
  }

  #allOf(): MemoryFilter {
    const conditions = [this.#condition()];
    while (this.#takes("&&")) conditions.push(this.#condition());
    return (entry) => conditions.every((matches) => matches(entry));
  }

  #condition(): MemoryFilter {
    if (this.#takes("!")) {
      const matches = this.#nested(() => this.#condition());
      return (entry) => !matches(entry);
    }
    if (this.#takes("(")) {
      const matches = this.#nested(() => this.#anyOf());
      this.#expect(")");
      return matches;
    }
    return this.#comparison();
  }

  #comparison(): MemoryFilter {
    const left = this.#operand();
    const operator = this.#token;
    const name = operator.kind === "symbol" ? operator.value : "";
    const compare = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name] : undefined;
    if (compare === undefined) return this.#refuse("==, !=, contains or startsWith");
    this.#next += 1;
    const right = this.#operand();
    return (entry) => compare(left(entry), right(entry));
  }

  #operand(): Operand {
    const token = this.#token;
    if (token.kind === "text") {
      this.#next += 1;
      return () => token.value;
    }
    if (this.#takes(".key")) return (entry) => entry.key;
    if (this.#takes(".value")) return (entry) => entry.value;
    return this.#refuse(".key, .value or quoted text");
  }

  #nested<T>(parse: () => T): T {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw new FilterError(this.#token.at, `it is nested deeper than ${MAX_DEPTH} levels`);
    }
    const parsed = parse();
    this.#depth -= 1;
    return parsed;
  }

  get #token(): FilterToken {
    return this.#tokens[this.#next] ?? { kind: "end", at: 0 };
  }

  #takes(symbol: string): boolean {
    const token = this.#token;
    if (token.kind !== "symbol" || token.value !== symbol) return false;
    this.#next += 1;
    return true;
  }

  #expect(symbol: string): void {
    if (!this.#takes(symbol)) this.#refuse(`"${symbol}"`);
  }

  #refuse(wanted: string): never {
    const token = this.#token;
    const found = token.kind === "end" ? "the end" : JSON.stringify(token.value);
    throw new FilterError(token.at, `${wanted} is expected, not ${found}`);
  }
}
