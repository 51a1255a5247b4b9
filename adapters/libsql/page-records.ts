import { textOf } from "./columns.ts";

/**
 * Rows as they lie in the pages of an SQLite file, read without SQLite, so that one damaged page costs no more than its own
 * rows. Format: https://www.sqlite.org/fileformat.html#b_tree_pages
 */
export interface PageRecord {
  readonly rowid: bigint;
  /** In the stored order; an alias of the rowid is `null`, and so is a value that cannot be read. */
  readonly values: readonly PageValue[];
}

export type PageValue = null | bigint | number | string | Uint8Array;

/** The newest bytes of a page; `null` beyond the file. */
export type PageSource = (page: number) => Uint8Array | null;

const LEAF_OF_TABLE = 0x0d;

/** Those of a leaf of a table; none for any other page. What leads out of the page is left out. */
export function recordsOf(page: Uint8Array, number: number, pages: PageSource): PageRecord[] {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  // The first page begins with the header of the file.
  const start = number === 1 ? 100 : 0;
  if (page[start] !== LEAF_OF_TABLE) return [];
  const count = view.getUint16(start + 3);
  const records: PageRecord[] = [];
  for (let at = start + 8; at + 2 <= page.length && at < start + 8 + count * 2; at += 2) {
    try {
      records.push(recordAt(page, view.getUint16(at), pages));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return records;
}

function recordAt(page: Uint8Array, at: number, pages: PageSource): PageRecord {
  const cell = new Reader(page, at);
  const size = cell.varint();
  const rowid = BigInt.asIntN(64, cell.varint());
  return { rowid, values: valuesOf(payloadOf(page, cell.at, Number(size), pages)) };
}

/** What does not fit into its page goes on in a chain of others. */
function payloadOf(page: Uint8Array, at: number, size: number, pages: PageSource): Uint8Array {
  const most = page.length - 35;
  if (size <= most) return slice(page, at, size);
  const least = Math.floor(((page.length - 12) * 32) / 255) - 23;
  const rest = least + ((size - least) % (page.length - 4));
  const local = rest <= most ? rest : least;
  const parts = [slice(page, at, local)];
  let next = new DataView(page.buffer, page.byteOffset).getUint32(at + local);
  const chain = new Set<number>();
  for (let left = size - local; left > 0; ) {
    const bytes = pages(next);
    if (bytes === null || chain.has(next)) throw new RangeError("the chain ends early");
    chain.add(next);
    const part = slice(bytes, 4, Math.min(left, bytes.length - 4));
    parts.push(part);
    left -= part.length;
    next = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  }
  return joined(parts, size);
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function valuesOf(payload: Uint8Array): PageValue[] {
  const header = new Reader(payload, 0);
  const end = Number(header.varint());
  const body = new Reader(payload, end);
  const values: PageValue[] = [];
  while (header.at < end) values.push(body.value(Number(header.varint())));
  return values;
}

const INTEGER_BYTES: readonly number[] = [0, 1, 2, 3, 4, 6, 8];

class Reader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Seven bits a byte, the highest first; the ninth byte counts whole. */
  varint(): bigint {
    let value = 0n;
    for (let count = 1; ; count += 1) {
      const byte = this.#next();
      if (count === 9) return (value << 8n) | BigInt(byte);
      value = (value << 7n) | BigInt(byte & 0x7f);
      if (byte < 0x80) return value;
    }
  }

  /** @param type As the record's header gives it. */
  value(type: number): PageValue {
    if (type === 0) return null;
    if (type === 8 || type === 9) return BigInt(type - 8);
    if (type === 7) return new DataView(this.#take(8).buffer).getFloat64(0);
    if (type < 7) return this.#integer(INTEGER_BYTES[type] ?? 0);
    const bytes = this.#take(Math.floor((type - 12) / 2));
    return type % 2 === 0 ? bytes : textOf(bytes.buffer);
  }

  #integer(length: number): bigint {
    const value = this.#take(length).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    return BigInt.asIntN(length * 8, value);
  }

  #take(length: number): Uint8Array<ArrayBuffer> {
    const bytes = slice(this.#bytes, this.at, length);
    this.at += length;
    return bytes;
  }

  #next(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new RangeError("a number leads out of its page");
    this.at += 1;
    return byte;
  }
}

/** A copy. */
function slice(bytes: Uint8Array, at: number, length: number): Uint8Array<ArrayBuffer> {
  if (!(length >= 0) || at + length > bytes.length) throw new RangeError("a value leads out of its page");
  return Uint8Array.from(bytes.subarray(at, at + length));
}
