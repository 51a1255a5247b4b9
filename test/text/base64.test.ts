import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBase64, encodeBase64 } from "../../runtime/text/mod.ts";

describe("base64", () => {
  test("is the standard alphabet with padding", () => {
    expect(encodeBase64(Uint8Array.from([0xfb, 0xff, 0xbf, 0x00]))).toBe("+/+/AA==");
    expect(decodeBase64("+/+/AA==")).toEqual(Uint8Array.from([0xfb, 0xff, 0xbf, 0x00]));
    expect(decodeBase64("")).toEqual(new Uint8Array());
  });

  test("anything a strict encoder would not have written is refused", () => {
    for (const text of ["A", "AA", "AAA", "AA=", "AA==\n", " AAAA", "AA==AA==", "-_-_", "AB==", "AAB=", "====", "AAAé"])
      expect(decodeBase64(text), text).toBe(null);
  });

  test("bytes come back as they were, also above the size of an argument list", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
      }),
    );
    const large = Uint8Array.from({ length: 20_001 }, (_, index) => (index * 31) & 0xff);
    expect(decodeBase64(encodeBase64(large))).toEqual(large);
  });
});
