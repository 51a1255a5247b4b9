/**
 * Offset in bytes of the first byte that starts no well-formed UTF-8 sequence; `null` when all is well-formed.
 * The ranges are those of table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF.
 */
export function firstInvalidUtf8(bytes: Uint8Array): number | null {
  let offset = 0;
  while (offset < bytes.length) {
    const length = sequenceLength(bytes, offset);
    if (length === 0) return offset;
    offset += length;
  }
  return null;
}

/** Bytes in the sequence that starts at `offset`; 0 when it is not well-formed. */
function sequenceLength(bytes: Uint8Array, offset: number): number {
  const lead = bytes[offset] ?? 0;
  if (lead < 0x80) return 1;
  const tails = lead < 0xc2 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : 0;
  if (tails === 0) return 0;
  const [low, high] = SECOND_BYTE.get(lead) ?? [0x80, 0xbf];
  const second = bytes[offset + 1] ?? 0;
  if (second < low || second > high) return 0;
  for (let tail = 2; tail <= tails; tail++) if (((bytes[offset + tail] ?? 0) & 0xc0) !== 0x80) return 0;
  return tails + 1;
}

/** Lead bytes whose second byte has a narrower range than 80..BF. */
const SECOND_BYTE: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);
