import { describe, expect, test } from "vitest";
import { DEFAULT_TEXT, DEFAULT_TOOLS } from "../../playground/src/wire/default-text.ts";
import { type Moment, type Reading, readStream } from "../../playground/src/wire/read-stream.ts";
import { sample } from "../../playground/src/wire/sample.ts";
import { DISTURBANCES, type Disturbance } from "../../runtime/eval/mod.ts";
import { FORMAT_NAMES, parseWireText, type WireFormatName } from "../../runtime/wire/mod.ts";

const ARGUMENTS = { path: "src/pool.py", skip_blank: true, first: 10 };

async function read(text: string, chunk = 4, arrived: number | null = null) {
  const reading = await readStream({ text, tools: DEFAULT_TOOLS, chunk, arrived });
  if (reading.kind === "refused") throw new Error(reading.message);
  return reading;
}

async function textOf(format: WireFormatName, disturbance: Disturbance): Promise<string> {
  const written = await sample({ format, disturbance });
  if (written.kind === "refused") throw new Error(written.message);
  return written.text;
}

const stretches = ({ segments }: Moment, text: string) =>
  segments.map(({ kind, start, end }) => [kind, text.slice(start, end)]);

/** Without gaps, without overlaps, to the end. */
function expectTiled({ segments }: Moment, text: string): void {
  const ends = segments.map(({ end }) => end);
  expect(segments.map(({ start }) => start)).toEqual([0, ...ends].slice(0, segments.length));
  expect(ends.at(-1) ?? 0).toBe(text.length);
}

describe("a stream at a moment", () => {
  test("the default text keeps the call and cuts what was made up", async () => {
    const { now, end, answer } = await read(DEFAULT_TEXT);
    expect(now).toEqual(end);
    expect(now.calls.map(({ name, arguments: args, evidence, opener }) => [name, args, evidence, opener])).toEqual([
      ["count_lines", { path: "src/pool.py", skip_blank: true }, "strong", "<tool_call>"],
    ]);
    const cutAt = DEFAULT_TEXT.indexOf("<tool_response>");
    expect([now.cut, answer]).toMatchObject([
      { at: cutAt, marker: "<tool_response>" },
      { cut_at: cutAt, error: null },
    ]);
    expect(stretches(now, DEFAULT_TEXT).map(([kind]) => kind)).toEqual([
      "prose",
      "set_aside",
      "call",
      "set_aside",
      "discarded",
    ]);
  });

  test("prose is out as soon as it can be no call; a call is held until nothing can take it back", async () => {
    const text =
      "Words.\n<tool_call>\n<function=count_lines>\n<parameter=path>\na\n</parameter>\n</function>\n</tool_call>";
    const at = async (arrived: number) => {
      const { now } = await read(text, 1, arrived);
      return [now.upTo, now.calls.length, ...stretches(now, text).map(([kind]) => kind)];
    };
    expect(await at(0)).toEqual([0, 0, "to_come"]);
    expect(await at(6)).toEqual([6, 0, "prose", "to_come"]);
    expect(await at(20)).toEqual([20, 0, "prose", "held", "to_come"]);
    expect((await read(text, 1, text.length)).now.calls).toEqual([]);
    expect((await read(text, 1)).now.calls).toHaveLength(1);
  });

  test("each sample of each format comes to what the core says of the whole text, and every moment is tiled", async () => {
    const tools = JSON.parse(DEFAULT_TOOLS);
    for (const format of FORMAT_NAMES) {
      for (const disturbance of DISTURBANCES) {
        const text = await textOf(format, disturbance);
        const whole = parseWireText(text, { tools });
        for (const chunk of [1, 7]) {
          const { end, chunks } = await read(text, chunk);
          expect(end.calls, `${format} ${disturbance}`).toMatchObject(whole.calls);
          expect([end.cut?.at ?? null, end.errors[0] ?? null]).toEqual([whole.cutAt, whole.error]);
          for (const arrived of [0, Math.trunc(chunks / 3), chunks - 1, chunks, chunks + 5]) {
            const { now } = await read(text, chunk, arrived);
            expectTiled(now, text);
            expect(now.upTo).toBe(Math.min(arrived * chunk, text.length));
          }
          expectTiled(end, text);
        }
      }
    }
  });

  test("each format has its sample, and a plain one comes back typed, with what announced it", async () => {
    for (const format of FORMAT_NAMES) {
      const text = await textOf(format, "clean");
      const [call] = (await read(text)).end.calls;
      expect([call?.format, call?.arguments]).toEqual([format, ARGUMENTS]);
      expect(call?.opener).not.toBe("");
      expect(text).toContain(call?.opener ?? "no opener");
      expect(call?.evidence).toBe(format === "json" ? "weak" : "strong");
    }
  });

  test("a call whose end never came is told as broken from its beginning", async () => {
    const text = "Words.\n<tool_call>\n<function=count_lines>\n<parameter=path>\nsrc/po";
    const { now, answer } = await read(text);
    expect(answer.error).toBe("truncated");
    expect(stretches(now, text)).toEqual([
      ["prose", "Words."],
      ["set_aside", "\n"],
      ["broken", text.slice(7)],
    ]);
  });

  test("tools that are no tools are refused with the reason", async () => {
    const refused = async (tools: string): Promise<Reading> =>
      readStream({ text: "x", tools, chunk: 1, arrived: null });
    expect(await refused("{}")).toEqual({
      kind: "refused",
      message: "The tools must be a JSON list of {name, parameters}.",
    });
    expect(await refused('[{"name": 1}]')).toMatchObject({ kind: "refused" });
    expect(await refused("[")).toMatchObject({ kind: "refused", message: expect.stringContaining("no JSON") });
  });
});
