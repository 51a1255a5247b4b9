import { InvalidArgumentError } from "commander";

/** A parser for flags that take a whole number; commander prints the refusal. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Collects a flag that may be given several times. */
export function repeated(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}
