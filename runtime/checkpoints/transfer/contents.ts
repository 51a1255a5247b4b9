import type { Hash } from "../../ports/mod.ts";
import { decodeBase64 } from "../../text/mod.ts";
import type { BodyLine } from "./format.ts";
import { damagedAt } from "./import-error.ts";

/** Puts the parts of contents together and hashes them. Its memory grows with what is there, not with what a line claims. */
export class Contents {
  readonly #hash: Hash;
  #open: Unfinished | null = null;

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  /**
   * The content once its last part is there; `null` before, and for a line that holds none.
   *
   * @throws ImportError naming the line, for a content that is not what it is called or ends too early.
   */
  add(line: BodyLine, number: number): Uint8Array | null {
    const goesOn = "blob" in line && line.at > 0;
    if (this.#open !== null && !goesOn) throw damagedAt(number, endsEarly(this.#open));
    if (!("blob" in line)) return null;
    const { blob, size, at } = line;
    const open = this.#open ?? { sha256: blob, size, parts: [], filled: 0 };
    const part = decodeBase64(line.data);
    const fits = open.sha256 === blob && open.size === size && open.filled === at;
    if (part === null || !fits || at + part.length > size) throw damagedAt(number, wrong(blob));
    open.parts.push(part);
    open.filled += part.length;
    this.#open = open.filled < size ? open : null;
    if (this.#open !== null) return null;
    const whole = joined(open.parts);
    if (this.#hash.sha256(whole) !== blob) throw damagedAt(number, wrong(blob));
    return whole;
  }
}

interface Unfinished {
  readonly sha256: string;
  readonly size: number;
  readonly parts: Uint8Array[];
  filled: number;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return only;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function wrong(sha256: string): string {
  return `the content ${sha256} is not what it is called`;
}

function endsEarly({ sha256, size, filled }: Unfinished): string {
  return `the content ${sha256} is said to have ${size} bytes and ends after ${filled}`;
}
