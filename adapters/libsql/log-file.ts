/**
 * The write-ahead log of an SQLite database, read without SQLite, which stops at the first frame that is not whole and takes
 * what lies behind it for never written. Format: https://www.sqlite.org/fileformat.html#the_write_ahead_log
 */
export interface Log {
  readonly pageSize: number;
  /** Up to the last commit, in the order they were written. */
  readonly frames: readonly LogFrame[];
  /**
   * The first byte of the first frame (0: of the header) that is damaged, and not only cut off: a commit follows, or it is
   * filled with zeros, which nobody writes. `null` when there is none.
   */
  readonly damagedAt: number | null;
}

export interface LogFrame {
  /** From 1. */
  readonly page: number;
  /** Where the page's bytes begin in the log. */
  readonly at: number;
  readonly isWhole: boolean;
}

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;
const DEFAULT_PAGE_SIZE = 4096;

/** A frame as it stands in the file, before anything is known of those behind it. */
interface Seen extends LogFrame {
  readonly start: number;
  readonly isCommit: boolean;
  /** Its salts are those of this log, not of the round before. */
  readonly isOfThisLog: boolean;
}

/** `null` for a log that holds no frame. */
export function readLog(bytes: Uint8Array): Log | null {
  if (bytes.length < HEADER + FRAME_HEADER) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sums = sumsIn(view);
  const header = readHeader(view, sums);
  const seen = framesOf(view, header, sums);
  // Frames after the last commit belong to a transaction that did not end, or were left over by one.
  const last = seen.findLastIndex(
    (frame) => isZeros(frame) || (frame.isCommit && (frame.isWhole || frame.isOfThisLog)),
  );
  const frames = seen.slice(0, last + 1);
  const odd = frames.find((frame) => !frame.isWhole || !frame.isOfThisLog || isZeros(frame));
  const damagedAt = header.isWhole ? (odd?.start ?? null) : 0;
  return { pageSize: header.pageSize, frames, damagedAt };
}

/** There is no page 0. */
function isZeros({ page }: Seen): boolean {
  return page === 0;
}

interface Header {
  readonly pageSize: number;
  readonly salts: Pair;
  /** The sums that the first frame may go on from: as stored, and as computed. */
  readonly seeds: readonly Pair[];
  readonly isWhole: boolean;
}

type Pair = readonly [number, number];

function readHeader(view: DataView, sums: Sums): Header {
  const computed = sums(0, 24, [0, 0]);
  const stored = pairAt(view, 24);
  const isWhole = isSame(computed, stored) && (view.getUint32(0) & ~1) === MAGIC;
  const size = view.getUint32(8);
  const isSize = size >= 512 && size <= 65536 && (size & (size - 1)) === 0;
  return {
    pageSize: isSize ? size : DEFAULT_PAGE_SIZE,
    // Those of the first frame, where the header's own may be what is damaged.
    salts: pairAt(view, isWhole ? 16 : HEADER + 8),
    seeds: isWhole ? [stored] : [stored, computed],
    isWhole,
  };
}

/**
 * The sums of a frame go on from those of the frame before. Behind a damaged one they go on from what it says, or from what it
 * comes to, so a frame can be told to be whole though one before it is not.
 */
function framesOf(view: DataView, { pageSize, salts, seeds: first }: Header, sums: Sums): Seen[] {
  const frames: Seen[] = [];
  let seeds = first;
  let wasOfThisLog = true;
  for (let start = HEADER; start + FRAME_HEADER + pageSize <= view.byteLength; start += FRAME_HEADER + pageSize) {
    const stored = pairAt(view, start + 16);
    const at = start + FRAME_HEADER;
    const computed = seeds.map((seed) => sums(at, pageSize, sums(start, 8, seed)));
    const isOfThisLog = isSame(pairAt(view, start + 8), salts);
    // What the round before left behind is whole too, but goes on from another frame.
    const isWhole = computed.some((sum) => isSame(sum, stored)) && (isOfThisLog || wasOfThisLog);
    const page = view.getUint32(start);
    frames.push({ page, at, start, isWhole, isOfThisLog, isCommit: view.getUint32(start + 4) !== 0 });
    seeds = isWhole ? [stored] : [stored, ...computed.slice(0, 2)];
    wasOfThisLog = isOfThisLog;
  }
  return frames;
}

function pairAt(view: DataView, at: number): Pair {
  return [view.getUint32(at), view.getUint32(at + 4)];
}

function isSame(one: Pair, other: Pair): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

/** Goes on from `seed` over `length` bytes from `at`. */
type Sums = (at: number, length: number, seed: Pair) => Pair;

/** The magic number tells the order of bytes of the machine that began the log. */
function sumsIn(view: DataView): Sums {
  const isLittle = view.getUint32(0) !== MAGIC + 1;
  return (at, length, [first, second]) => {
    let [one, other] = [first, second];
    for (let offset = at; offset < at + length; offset += 8) {
      one = (one + view.getUint32(offset, isLittle) + other) >>> 0;
      other = (other + view.getUint32(offset + 4, isLittle) + one) >>> 0;
    }
    return [one, other];
  };
}
