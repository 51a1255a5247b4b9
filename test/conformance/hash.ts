import { expect } from "vitest";
import type { Hash } from "../../runtime/ports/mod.ts";
import { patternBytes, utf8 } from "./bytes.ts";

/** What every implementation of the hash port owes. The digests are those of RFC 1321 and FIPS 180, or of coreutils. */
export interface HashCase {
  readonly name: string;
  run(hash: Hash): void;
}

export const hashCases: readonly HashCase[] = [
  {
    name: "no byte at all",
    run(hash) {
      expect(hash.sha256(new Uint8Array(0))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
      expect(hash.md5(new Uint8Array(0))).toBe("d41d8cd98f00b204e9800998ecf8427e");
    },
  },
  {
    name: "the published vectors",
    run(hash) {
      expect(hash.sha256(utf8("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
      expect(hash.md5(utf8("abc"))).toBe("900150983cd24fb0d6963f7d28e17f72");
      const long = utf8("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq");
      expect(hash.sha256(long)).toBe("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
      expect(hash.md5(utf8("message digest"))).toBe("f96b697d7cb7938d525a2f31aaf161d0");
    },
  },
  {
    name: "a view into a larger buffer is hashed alone",
    run(hash) {
      const view = utf8("--abc--").subarray(2, 5);
      expect(hash.sha256(view)).toBe(hash.sha256(utf8("abc")));
      expect(hash.md5(view)).toBe(hash.md5(utf8("abc")));
      expect(view).toEqual(utf8("abc"));
    },
  },
  {
    name: "1 MiB, and every length around a block's end",
    run(hash) {
      expect(hash.sha256(patternBytes(1 << 20))).toBe(PATTERN_SHA256);
      expect(hash.md5(patternBytes(1 << 20))).toBe(PATTERN_MD5);
      const lengths = [55, 56, 57, 63, 64, 65, 119, 120, 121];
      const digests = lengths.map((length) => hash.sha256(new Uint8Array(length).fill(0x61)).slice(0, 8));
      expect(digests).toEqual(BLOCK_END_SHA256);
    },
  },
];

const PATTERN_SHA256 = "79bfb41c6346bc10d842265e62eb4e35ce77ac3bc2d3c21ebe068d808acc1361";
const PATTERN_MD5 = "5161c6e4994e2db31397b5f2d8aa6347";
const BLOCK_END_SHA256 = [
  "9f4390f8",
  "b35439a4",
  "f13b2d72",
  "7d3e74a0",
  "ffe054fe",
  "635361c4",
  "31eba51c",
  "2f3d3354",
  "e9615320",
];
