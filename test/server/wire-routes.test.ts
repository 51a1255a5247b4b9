import { describe, expect, test } from "vitest";
import { openTestServer } from "./test-server.ts";

const TOOLS = [
  { name: "ls", parameters: { type: "object", properties: { path: { type: "string" }, depth: { type: "integer" } } } },
];
const textOf = (body: unknown) => (typeof body === "object" && body !== null && "text" in body ? body.text : null);
const CALL = { name: "ls", arguments: { path: "src", depth: 2 } };

describe("the wire over REST", () => {
  test("a text is read to its calls, with what stands before and where a made-up result was cut", async () => {
    const server = await openTestServer();
    const call = '<tool_call>{"name":"ls","arguments":{"path":"src","depth":2}}</tool_call>';
    const text = `First I look.\n${call}\n<tool_response>made up</tool_response>`;
    expect(await server.post("/api/wire/parse", { id: "a", text, tools: TOOLS })).toMatchObject({
      status: 200,
      body: {
        id: "a",
        calls: [{ ...CALL, format: "hermes" }],
        content_before: "First I look.",
        cut_at: text.indexOf("<tool_response>"),
        error: null,
      },
    });
  });

  test("what is cut off is named and no call", async () => {
    const server = await openTestServer();
    const text = "<tool_call>ls<arg_key>path</arg_key><arg_value>src</arg_value><arg_key>depth</arg_key>";
    expect(await server.post("/api/wire/parse", { text, tools: TOOLS })).toMatchObject({
      status: 200,
      body: { calls: [], error: "truncated" },
    });
  });

  test("calls written in each format are read back as the same", async () => {
    const server = await openTestServer();
    for (const format of ["hermes", "qwen_xml", "gemma4", "mistral", "laguna", "lfm2", "harmony", "json"]) {
      const { status, body } = await server.post("/api/wire/render", { format, calls: [CALL], tools: TOOLS });
      expect([format, status]).toEqual([format, 200]);
      const read = await server.post("/api/wire/parse", { text: textOf(body), tools: TOOLS });
      expect(read).toMatchObject({ status: 200, body: { calls: [{ ...CALL, format }], error: null } });
    }
  });

  test("what is no record is refused by name, whatever it is", async () => {
    const server = await openTestServer();
    const refused = { success: false, error_code: "bad_argument" };
    for (const record of [
      {},
      { text: 5, tools: [] },
      { text: "x", tools: "none" },
      { text: "x", tools: [{ name: 5 }] },
      { text: "x", tools: [], format: "none" },
      { text: "\ud800", tools: [{ name: "__proto__", parameters: [] }] },
    ]) {
      const { status, body } = await server.post("/api/wire/parse", record);
      expect([record, status, body]).toMatchObject([record, 400, refused]);
    }
    const { status, body } = await server.post("/api/wire/render", { format: "none", calls: [] });
    expect([status, body]).toMatchObject([400, refused]);
  });

  test("a text of half markers is prose, and a body over the limit is refused", async () => {
    const server = await openTestServer();
    const text = "<tool_cal {[( ".repeat(200);
    expect(await server.post("/api/wire/parse", { text, tools: TOOLS })).toMatchObject({
      status: 200,
      body: { calls: [], error: null },
    });
    expect(await server.post("/api/wire/parse", { text: text.repeat(2), tools: TOOLS })).toMatchObject({ status: 413 });
  });
});
