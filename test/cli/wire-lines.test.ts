import { describe, expect, test } from "vitest";
import { jsonLines, TestMachine } from "./test-host.ts";

const tools = [{ name: "bash", parameters: { type: "object", properties: { command: { type: "string" } } } }];
const call = { name: "bash", arguments: { command: "ls" } };

describe("mortise parse and render", () => {
  test("what render writes parse reads, a line for a line", async () => {
    const machine = new TestMachine({});
    for (const format of ["hermes", "qwen_xml", "gemma4", "mistral", "laguna", "lfm2", "harmony", "json"]) {
      const record = JSON.stringify({ id: 1, calls: [call], tools });
      const written = await machine.run(["render", "--ndjson", "--format", format], { stdin: record });
      const [rendered] = jsonLines(written.stdout);
      expect({ code: written.code, rendered }).toMatchObject({ code: 0, rendered: { id: 1, format } });
      const text = JSON.parse(written.stdout).text;
      const stdin = `${JSON.stringify({ id: 2, text, tools })}\n`;
      const read = await machine.run(["parse", "--ndjson", "--chunk", "3"], { stdin });
      expect({ code: read.code, lines: jsonLines(read.stdout) }).toEqual({
        code: 0,
        lines: [{ id: 2, calls: [{ ...call, format }], content_before: null, cut_at: null, error: null }],
      });
    }
  });

  test("a line that is not JSON is answered and ends with 2; an unknown format ends with 2 at once", async () => {
    const machine = new TestMachine({});
    const broken = await machine.run(["parse", "--ndjson"], { stdin: `{\n${JSON.stringify({ text: "x", tools })}\n` });
    expect({ code: broken.code, lines: jsonLines(broken.stdout) }).toMatchObject({
      code: 2,
      lines: [
        { id: null, success: false, error_code: "bad_json" },
        { id: null, calls: [], content_before: "x" },
      ],
    });
    expect((await machine.run(["parse", "--ndjson", "--format", "hermes,latin"], { stdin: "" })).code).toBe(2);
    expect((await machine.run(["parse"], { stdin: "" })).code).toBe(2);
  });
});
