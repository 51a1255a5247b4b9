/** Of a line, no more than this many UTF-16 code units are compared. */
const MAX_LENGTH = 256;
const WORD = 32;
/** Rows of the position table: code units share one when they agree in this many low bits. */
const ROWS = 1024;

/**
 * The length of the longest common subsequence of two short texts, 32 positions at a time (Hyyrö's bit-vector method).
 * Prepared for one text and asked about many; an instance may be reused but not shared between searches in progress.
 */
export class LineSimilarity {
  /** For each code unit, one bit for each position of the prepared text that holds it: a row of as many words as it needs. */
  private positions = new Int32Array(0);
  private readonly state = new Int32Array(MAX_LENGTH / WORD);
  private words = 0;
  private prepared = "";

  /** @param text Cut off at 256 code units. */
  prepare(text: string): void {
    for (let at = 0; at < this.prepared.length; at++) this.positions[this.row(at) + (at >>> 5)] = 0;
    this.prepared = text.slice(0, MAX_LENGTH);
    this.words = (this.prepared.length + WORD - 1) >>> 5;
    // Most lines are short, and a table for the longest of them would cost more than comparing them.
    if (this.positions.length < ROWS * this.words) this.positions = new Int32Array(ROWS * this.words);
    for (let at = 0; at < this.prepared.length; at++) {
      const slot = this.row(at) + (at >>> 5);
      this.positions[slot] = (this.positions[slot] ?? 0) | (1 << (at & 31));
    }
  }

  get length(): number {
    return this.prepared.length;
  }

  /** Common length of the prepared text and `text` between two offsets, at most 256 code units apart. */
  common(text: string, start: number, end: number): number {
    const { positions, state, words } = this;
    state.fill(-1, 0, words);
    for (let at = start; at < end; at++) {
      const row = (text.charCodeAt(at) & (ROWS - 1)) * words;
      let carry = 0;
      for (let word = 0; word < words; word++) {
        const value = state[word] ?? 0;
        const hits = value & (positions[row + word] ?? 0);
        const sum = (value >>> 0) + (hits >>> 0) + carry;
        carry = sum > 0xffffffff ? 1 : 0;
        state[word] = sum | 0 | (value & ~hits);
      }
    }
    let common = 0;
    for (let word = 0; word < words; word++) {
      const used = Math.min(WORD, this.prepared.length - word * WORD);
      const mask = used === WORD ? -1 : (1 << used) - 1;
      common += bitCount(~(state[word] ?? 0) & mask);
    }
    return common;
  }

  private row(at: number): number {
    return (this.prepared.charCodeAt(at) & (ROWS - 1)) * this.words;
  }
}

/** At most 256 code units behind `start`. */
export function comparedEnd(start: number, end: number): number {
  return Math.min(end, start + MAX_LENGTH);
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
