import type { PropertyDifference } from "../../runtime/ports/mod.ts";

/** What a property throws when it does not hold. */
export class Refuted extends Error {
  override readonly name = "Refuted";
  /** Where two values were compared: both, as `shown` writes them. */
  readonly difference: PropertyDifference | undefined;

  constructor(message: string, difference?: PropertyDifference) {
    super(message);
    this.difference = difference;
  }
}

export function claim(holds: boolean, message: string | (() => string)): asserts holds {
  if (!holds) throw new Refuted(typeof message === "string" ? message : message());
}

/** Compares plain data by content. */
export function claimEqual(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [shown(actual), shown(expected)];
  if (found !== wanted) {
    throw new Refuted(`${what}: ${found} instead of ${wanted}`, { what, expected: wanted, actual: found });
  }
}

/** JSON, with every invisible or unusual character as an escape, so that a message can be read and copied. */
export function shown(value: unknown): string {
  return inAscii(JSON.stringify(value) ?? String(value));
}

/** The same JSON with escapes for all that is neither ASCII nor a line break. */
export function inAscii(json: string): string {
  return json.replace(/[^\n\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
