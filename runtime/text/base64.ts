const ALPHABET = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const PADDING = 0x3d;

/** By character code; 255 for what is no letter of the alphabet. */
const VALUES = new Uint8Array(256).fill(255);
for (const [value, code] of ALPHABET.entries()) VALUES[code] = value;

const ascii = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Standard alphabet with padding. `null` for anything a strict encoder would not have written, line breaks included. */
export function decodeBase64(text: string): Uint8Array | null {
  const codes = new TextEncoder().encode(text);
  // What is not one byte a character is no base64, and the lengths then differ.
  if (codes.length !== text.length || codes.length % 4 !== 0) return null;
  const padding = codes.at(-1) !== PADDING ? 0 : codes.at(-2) === PADDING ? 2 : 1;
  const bytes = new Uint8Array((codes.length / 4) * 3 - padding);
  const last = codes.length - 4;
  for (let from = 0, to = 0; from < codes.length; from += 4, to += 3) {
    const letters = from === last ? 4 - padding : 4;
    const group = groupAt(codes, from, letters);
    if (group === null) return null;
    bytes[to] = group >> 16;
    // Beyond the end of the array, for the bytes that padding stands for, nothing is written.
    bytes[to + 1] = group >> 8;
    bytes[to + 2] = group;
  }
  return bytes;
}

/** The 24 bits of a group; `null` for a foreign letter, and for bits that no byte has: they could hide data. */
function groupAt(codes: Uint8Array, from: number, letters: number): number | null {
  let group = 0;
  for (let at = 0; at < letters; at += 1) {
    const value = VALUES[codes[from + at] ?? 0] ?? 255;
    if (value === 255) return null;
    group |= value << (18 - 6 * at);
  }
  const unused = letters === 2 ? 0xffff : letters === 3 ? 0xff : 0;
  return (group & unused) === 0 ? group : null;
}

export function encodeBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const group = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    for (let at = 0; at < 4; at += 1) codes[to + at] = ALPHABET[(group >> (18 - 6 * at)) & 63] ?? 0;
  }
  const padding = (3 - (bytes.length % 3)) % 3;
  codes.fill(PADDING, codes.length - padding);
  return ascii.decode(codes);
}
