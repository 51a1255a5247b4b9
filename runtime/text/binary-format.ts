/** What a binary file is, by its first bytes, in words for a refusal. */
export function binaryFormat(bytes: Uint8Array): string {
  for (const [format, signature, at = 0] of SIGNATURES) {
    if (signature.every((byte, index) => bytes[at + index] === byte)) return format;
  }
  return "unknown binary data";
}

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

/** Format, signature, offset of the signature. The first that fits counts: UTF-32 stands before UTF-16. */
const SIGNATURES: readonly (readonly [format: string, signature: readonly number[], at?: number])[] = [
  ["UTF-32 text (little endian)", [0xff, 0xfe, 0x00, 0x00]],
  ["UTF-32 text (big endian)", [0x00, 0x00, 0xfe, 0xff]],
  ["UTF-16 text (little endian)", [0xff, 0xfe]],
  ["UTF-16 text (big endian)", [0xfe, 0xff]],
  ["PDF document", ascii("%PDF-")],
  ["ELF executable", [0x7f, ...ascii("ELF")]],
  ["Mach-O executable", [0xcf, 0xfa, 0xed, 0xfe]],
  ["Mach-O executable", [0xce, 0xfa, 0xed, 0xfe]],
  ["Java class file or universal Mach-O executable", [0xca, 0xfe, 0xba, 0xbe]],
  ["Windows executable", ascii("MZ")],
  ["WebAssembly module", [0x00, ...ascii("asm")]],
  ["SQLite database", [...ascii("SQLite format 3"), 0x00]],
  ["PNG image", [0x89, ...ascii("PNG"), 0x0d, 0x0a, 0x1a, 0x0a]],
  ["JPEG image", [0xff, 0xd8, 0xff]],
  ["GIF image", ascii("GIF8")],
  ["WebP image", ascii("WEBP"), 8],
  ["WAV audio", ascii("WAVE"), 8],
  ["MP4 or QuickTime media", ascii("ftyp"), 4],
  ["ICO image", [0x00, 0x00, 0x01, 0x00]],
  ["zip archive (or a format built on it: jar, docx, xlsx, whl, ...)", [...ascii("PK"), 0x03, 0x04]],
  ["zip archive (empty)", [...ascii("PK"), 0x05, 0x06]],
  ["gzip archive", [0x1f, 0x8b]],
  ["bzip2 archive", ascii("BZh")],
  ["xz archive", [0xfd, ...ascii("7zXZ"), 0x00]],
  ["zstd archive", [0x28, 0xb5, 0x2f, 0xfd]],
  ["7z archive", [...ascii("7z"), 0xbc, 0xaf, 0x27, 0x1c]],
  ["tar archive", ascii("ustar"), 257],
  ["ar archive or static library", [...ascii("!<arch>"), 0x0a]],
  ["WOFF font", ascii("wOF")],
  ["TrueType font", [0x00, 0x01, 0x00, 0x00]],
  ["OpenType font", ascii("OTTO")],
];
