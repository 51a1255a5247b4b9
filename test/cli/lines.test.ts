import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type InputLine, readLines } from "../../runtime/cli/lines.ts";

async function linesOf(chunks: readonly Uint8Array[], maxBytes?: number): Promise<InputLine[]> {
  const stream = async function* () {
    yield* chunks;
  };
  const found: InputLine[] = [];
  for await (const line of readLines(stream(), maxBytes)) found.push(line);
  return found;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const line = (text: string): InputLine => ({ kind: "line", text });

describe("readLines", () => {
  test("splits at LF alone and keeps everything else", async () => {
    expect(await linesOf([bytes("a\r\n\nb\u2028c\rd\n\ufeffe")])).toEqual([
      line("a\r"),
      line(""),
      line("b\u2028c\rd"),
      line("\ufeffe"),
    ]);
    expect(await linesOf([])).toEqual([]);
    expect(await linesOf([bytes("a\n")])).toEqual([line("a")]);
  });

  test("gives the same lines however the bytes were cut", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "é", "\u{1f600}", "\ufeff", " ") });
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(12)), async (content, cuts) => {
        const whole = bytes(content);
        const chunks: Uint8Array[] = [];
        let at = 0;
        for (const size of cuts) {
          chunks.push(whole.slice(at, at + size));
          at += size;
        }
        chunks.push(whole.slice(at));
        const expected = content.split("\n");
        if (expected.at(-1) === "") expected.pop();
        expect(await linesOf(chunks)).toEqual(expected.map(line));
      }),
      { numRuns: 300 },
    );
  });

  test("a line that is not UTF-8 or too long is told, and the next one is read", async () => {
    const broken = new Uint8Array([0x61, 0xc3, 0x0a, 0x62, 0x0a]);
    expect(await linesOf([broken])).toEqual([{ kind: "unusable", reason: "the line is not valid UTF-8" }, line("b")]);
    const long = [bytes("123"), bytes("45"), bytes("6\n12345\n"), bytes("123456")];
    const tooLong = { kind: "unusable", reason: "the line is over 5 bytes" };
    expect(await linesOf(long, 5)).toEqual([tooLong, line("12345"), tooLong]);
  });

  test("does not keep the memory of a chunk that the host uses again", async () => {
    const shared = bytes("ab");
    const stream = async function* () {
      yield shared;
      shared.set(bytes("c\n"));
      yield shared;
    };
    const found: InputLine[] = [];
    for await (const next of readLines(stream())) found.push(next);
    expect(found).toEqual([line("abc")]);
  });
});
