import { describe, expect, test } from "vitest";
import {
  blockIndentation,
  collapseWhitespace,
  isBlank,
  isWhitespace,
  leadingWhitespaceLength,
  reindent,
  significantLength,
  trim,
  trimEnd,
} from "../../runtime/text/mod.ts";

describe("whitespace", () => {
  test("is exactly tab, line feed, carriage return and the Unicode spaces", () => {
    const members = Array.from({ length: 0x10000 }, (_, code) => code).filter(isWhitespace);
    expect(members.map((code) => code.toString(16))).toEqual(
      "9 a d 20 a0 1680 2000 2001 2002 2003 2004 2005 2006 2007 2008 2009 200a 202f 205f 3000".split(" "),
    );
  });

  test("collapsing and measuring use the same class", () => {
    for (let code = 0; code < 0x10000; code++) {
      const character = String.fromCharCode(code);
      const counts = isWhitespace(code);
      if (counts === (collapseWhitespace(`x${character}${character}y`) === "x y")) continue;
      throw new Error(`U+${code.toString(16)} is seen in two ways`);
    }
    expect(significantLength(" a\t\u00a0b\r\n\fc\ufeff ")).toBe(5);
  });

  test("trimming leaves a byte order mark and exotic separators alone", () => {
    expect(trim(" \u3000\ufeff a\f \t")).toBe("\ufeff a\f");
    expect(trimEnd(" a\u2028 ")).toBe(" a\u2028");
    expect([isBlank(""), isBlank(" \t\u00a0"), isBlank("\f")]).toEqual([true, true, false]);
    expect(leadingWhitespaceLength("\t  x ")).toBe(3);
    expect(leadingWhitespaceLength("  ")).toBe(2);
  });
});

describe("indentation", () => {
  test("of a block is that of its first line that is not blank", () => {
    expect(blockIndentation(" \n\n\t  a\nb")).toBe("\t  ");
    expect(blockIndentation(" \n\t")).toBe("");
  });

  test("deepening puts the new part behind what both have in common", () => {
    expect(reindent("\ta\n\t  b\r\n\nc", "\t", "\t  ")).toBe("\t  a\n\t    b\r\n\n  c");
  });

  test("lifting takes away only what is there", () => {
    expect(reindent("    a\n  b\n c\n   \n      d", "    ", "  ")).toBe("  a\nb\n c\n   \n    d");
  });

  test("unrelated indentations leave the text as it is", () => {
    expect(reindent("    a\n", "    ", "\t")).toBe("    a\n");
    expect(reindent("\t a\n", "\t ", "\t\t")).toBe("\t a\n");
  });
});
