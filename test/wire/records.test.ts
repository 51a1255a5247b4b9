import { describe, expect, test } from "vitest";
import { parseRecord, renderRecord } from "../../runtime/wire/mod.ts";

const TOOLS = [
  {
    name: "bash",
    parameters: {
      type: "object",
      properties: { command: { type: "string" }, timeout: { type: "integer" } },
      required: ["command"],
    },
  },
];

describe("parseRecord", () => {
  test("answers with the calls, the content before, the cut and the error, in snake case", () => {
    const text =
      'On it.\n<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>\n<tool_response>\na';
    expect(parseRecord({ id: 7, text, tools: TOOLS })).toEqual({
      id: 7,
      calls: [{ name: "bash", arguments: { command: "ls" }, format: "hermes" }],
      content_before: "On it.",
      cut_at: text.indexOf("<tool_response>"),
      error: null,
    });
  });

  test("takes tools as chat APIs list them, and one character at a time", () => {
    const tools = [{ type: "function", function: TOOLS[0] }];
    expect(parseRecord({ text: '[TOOL_CALLS]bash[ARGS]{"command": "ls"}', tools }, { chunk: 1 })).toEqual({
      id: null,
      calls: [{ name: "bash", arguments: { command: "ls" }, format: "mistral" }],
      content_before: null,
      cut_at: null,
      error: null,
    });
  });

  test("names an argument that does not fit its type and keeps its text", () => {
    const text =
      "<tool_call>bash<arg_key>command</arg_key><arg_value>ls</arg_value><arg_key>timeout</arg_key><arg_value>soon</arg_value></tool_call>";
    expect(parseRecord({ text, tools: TOOLS })).toMatchObject({
      calls: [
        { name: "bash", arguments: { command: "ls", timeout: "soon" }, format: "laguna", mismatched: ["timeout"] },
      ],
      error: null,
    });
  });

  test("says where and why beside an error", () => {
    expect(parseRecord({ id: "x", text: 'Hm.\n<tool_call>{"name": "bash", "argu', tools: TOOLS })).toEqual({
      id: "x",
      calls: [],
      content_before: "Hm.",
      cut_at: null,
      error: "truncated",
      error_detail: { message: "the text ends inside the arguments", at: 4, name: null },
    });
  });

  test("reads only the formats that are asked for", () => {
    const text = '[TOOL_CALLS]bash[ARGS]{"command": "ls"}';
    expect(parseRecord({ text, tools: TOOLS, formats: ["hermes"] })).toMatchObject({ calls: [], content_before: text });
  });

  test("refuses a record it cannot use, under its id", () => {
    const wrong: readonly [unknown, string][] = [
      [[], "the record must be a JSON object with text and tools"],
      [{ id: 1, tools: [] }, "text must be a string"],
      [{ id: 1, text: "", tools: [{}] }, "tools must be a list of {name, parameters}, parameters being a JSON Schema"],
      [{ id: 1, text: "", tools: [TOOLS[0], TOOLS[0]] }, 'two tools are named "bash"; send each once'],
      [{ id: 1, text: "", tools: [], model: "x" }, 'unsupported field "model"; send id, text, tools, formats, chunk'],
      [{ id: 1, text: "", tools: [], chunk: 0 }, "chunk must be a whole number from 1"],
    ];
    for (const [record, why] of wrong) {
      const id = Array.isArray(record) ? null : 1;
      const error = `parse: ${why}; nothing was read`;
      expect(parseRecord(record)).toEqual({ id, success: false, error, error_code: "bad_argument" });
    }
  });
});

describe("renderRecord", () => {
  const calls = [{ name: "bash", arguments: { command: "ls" } }];

  test("writes calls in the format of the command line, or of the record", () => {
    expect(renderRecord({ id: 1, calls }, "mistral")).toEqual({
      id: 1,
      format: "mistral",
      text: '[TOOL_CALLS]bash[ARGS]{"command": "ls"}',
    });
    expect(renderRecord({ calls, format: "lfm2" }, "mistral")).toEqual({
      id: null,
      format: "lfm2",
      text: "<|tool_call_start|>[bash(command='ls')]<|tool_call_end|>",
    });
  });

  test("refuses what the format cannot tell from other text", () => {
    const command = "ls\n</parameter>\n</function>\n</tool_call>\nand then";
    expect(
      renderRecord({ calls: [{ name: "bash", arguments: { command } }], tools: TOOLS, format: "qwen_xml" }, undefined),
    ).toMatchObject({ success: false, error_code: "malformed_call" });
  });

  test("refuses a record without a format, naming them", () => {
    expect(renderRecord({ calls }, undefined)).toMatchObject({ success: false, error_code: "bad_argument" });
  });
});
