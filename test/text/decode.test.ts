import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeText, encodeText, firstInvalidUtf8 } from "../../runtime/text/mod.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);
const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));

describe("decodeText", () => {
  test("keeps a byte order mark, every ending and every control character but NUL", () => {
    const text = "\ufeffa\r\nb\rc\n\v\f\u0085\u2028\u{1f600}\u0001\u007f";
    expect(decodeText(new TextEncoder().encode(text))).toEqual({ kind: "text", text });
  });

  test("an empty file is text", () => {
    expect(decodeText(bytes())).toEqual({ kind: "text", text: "" });
  });

  test("names the offset of the first byte that is not UTF-8", () => {
    const cases: [Uint8Array, number][] = [
      [bytes(...ascii("caf"), 0xe9, 0x0a), 3],
      [bytes(0x80), 0],
      [bytes(0x61, 0xc0, 0xaf), 1],
      [bytes(0xe2, 0x82, 0xac, 0xe2, 0x82), 3],
      [bytes(0xed, 0xa0, 0x80), 0],
      [bytes(0x0a, 0xf4, 0x90, 0x80, 0x80), 1],
      [bytes(0xf8, 0x88, 0x80, 0x80, 0x80), 0],
      [bytes(0xff, 0xfe, 0x2d, 0x4e), 0],
    ];
    for (const [file, offset] of cases) expect(decodeText(file)).toEqual({ kind: "not_utf8", offset });
  });

  test("a NUL in the first 8,192 bytes makes a file binary, a later one does not", () => {
    const file = new Uint8Array(9000).fill(0x61);
    file[8192] = 0;
    expect(decodeText(file)).toMatchObject({ kind: "text" });
    file[8191] = 0;
    expect(decodeText(file)).toEqual({ kind: "binary", format: "unknown binary data" });
  });

  test("binary files are named by their first bytes", () => {
    const cases: [number[], string][] = [
      [ascii("%PDF-1.7"), "PDF document"],
      [[0x7f, ...ascii("ELF")], "ELF executable"],
      [[0x50, 0x4b, 0x03, 0x04], "zip archive (or a format built on it: jar, docx, xlsx, whl, ...)"],
      [[0x1f, 0x8b, 0x08], "gzip archive"],
      [ascii("SQLite format 3"), "SQLite database"],
      [[0x00, ...ascii("asm")], "WebAssembly module"],
      [[0x89, ...ascii("PNG"), 0x0d, 0x0a, 0x1a, 0x0a], "PNG image"],
      [[0xff, 0xd8, 0xff, 0xe0], "JPEG image"],
      [[0xff, 0xfe, ...ascii("h\0i")], "UTF-16 text (little endian)"],
      [[0xfe, 0xff, ...ascii("\0h")], "UTF-16 text (big endian)"],
      [[0xff, 0xfe, 0x00, 0x00], "UTF-32 text (little endian)"],
      [[...ascii("RIFF"), 1, 2, 3, 4, ...ascii("WEBP")], "WebP image"],
    ];
    for (const [head, format] of cases) expect(decodeText(bytes(...head, 0))).toEqual({ kind: "binary", format });
  });

  test("a tar archive is known by its mark at byte 257", () => {
    const file = new Uint8Array(512);
    file.set(ascii("ustar"), 257);
    expect(decodeText(file)).toEqual({ kind: "binary", format: "tar archive" });
  });

  test("what decodes encodes to the same bytes, and what does not is located as the platform's decoder refuses it", () => {
    const byte = fc.oneof(
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom(0x41, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0xed, 0xef, 0xbb, 0xbf),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), fc.array(byte, { maxLength: 12 }), (any, skewed) => {
        for (const file of [any.filter((value) => value !== 0), Uint8Array.from(skewed)]) {
          const decoded = decodeText(file);
          if (decoded.kind === "text") {
            expect(encodeText(decoded.text)).toEqual({ kind: "bytes", bytes: file });
            expect(firstInvalidUtf8(file)).toBe(null);
          } else {
            if (decoded.kind !== "not_utf8") throw new Error(`unexpected ${decoded.kind}`);
            const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
            // Everything before the offset is whole, and no longer part of the file is.
            expect(strict.decode(file.subarray(0, decoded.offset))).toBeTypeOf("string");
            for (let end = decoded.offset + 1; end <= file.length; end++)
              expect(() => strict.decode(file.subarray(0, end))).toThrow();
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("encodeText", () => {
  test("gives UTF-8 and keeps a byte order mark", () => {
    expect(encodeText("\ufeffé")).toEqual({ kind: "bytes", bytes: bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa9) });
  });

  test("refuses half a surrogate pair instead of writing U+FFFD", () => {
    expect(encodeText("ab\ud83d")).toEqual({ kind: "lone_surrogate", offset: 2 });
    expect(encodeText("\ude00\u{1f600}")).toEqual({ kind: "lone_surrogate", offset: 0 });
    expect(encodeText("\u{1f600}\ude00")).toEqual({ kind: "lone_surrogate", offset: 2 });
  });
});
