import { describe, expect, test } from "vitest";
import { wholeAnswer } from "../doubles/chat-shapes.ts";
import { MESSAGES, TOOLS, withProxy } from "./test-proxy.ts";

const BODY = { model: "qwen", messages: MESSAGES, tools: TOOLS };
const CALL = '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>';

describe("a chat answer in one piece", () => {
  test("has the call in its fields, the text before it as content, and no invented result", async () => {
    const body = wholeAnswer(`I'll look.\n${CALL}\n<tool_response>\nsecret\n</tool_response>\nIt says secret.`);
    await withProxy([{ kind: "whole", body }], async ({ chat }) => {
      const response = await chat(BODY);
      const id = expect.stringMatching(/^[0-9a-f]{9}$/);
      expect(await response.json()).toEqual({
        ...JSON.parse(body),
        choices: [
          {
            index: 0,
            message: {
              role: "assistant",
              content: "I'll look.",
              tool_calls: [{ id, type: "function", function: { name: "read_file", arguments: '{"path":"a.txt"}' } }],
            },
            finish_reason: "tool_calls",
          },
        ],
        x_mortise: {
          retries: 0,
          choices: [
            {
              index: 0,
              recovered: [{ id, name: "read_file", format: "hermes", mismatched: [] }],
              cut: { at: `I'll look.\n${CALL}\n`.length, dropped_characters: 55 },
              errors: [],
              left_out: [],
            },
          ],
        },
      });
      expect(response.headers.get("x-mortise")).toBe("watch, recovered=1, cut=1");
    });
  });

  test("that is a call alone has null for content", async () => {
    await withProxy([{ kind: "whole", body: wholeAnswer(CALL) }], async ({ chat }) => {
      expect(await (await chat(BODY)).json()).toMatchObject({ choices: [{ message: { content: null } }] });
    });
  });

  test("that needs no change goes out byte for byte", async () => {
    const structured = {
      tool_calls: [{ id: "x", type: "function", function: { name: "read_file", arguments: "{}" } }],
    };
    const bodies = [
      wholeAnswer("  Plain text.\n"),
      wholeAnswer(CALL, structured, "tool_calls"),
      wholeAnswer(null, structured, "tool_calls"),
      '{"choices": [ {"index": 0, "big": 12345678901234567890, "message": {"content": "1.0"}} ]}',
      '{"no":"choices"}',
      "no JSON at all",
    ];
    for (const body of bodies) {
      await withProxy([{ kind: "whole", body }], async ({ chat }) => {
        const response = await chat(BODY);
        expect({ body: await response.text(), mark: response.headers.get("x-mortise") }).toEqual({
          body,
          mark: body.startsWith("no") ? "pass" : "watch",
        });
      });
    }
  });

  test("without tools, or with tools that may not be used, is not read", async () => {
    for (const body of [
      { ...BODY, tools: undefined },
      { ...BODY, tools: [] },
      { ...BODY, tool_choice: "none" },
    ]) {
      await withProxy([{ kind: "whole", body: wholeAnswer(CALL) }], async ({ chat }) => {
        const response = await chat(body);
        expect(response.headers.get("x-mortise")).toBe("pass");
        expect(await response.text()).toBe(wholeAnswer(CALL));
      });
    }
  });
});
