import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TestMachine } from "./test-host.ts";

const DATA = new URL("../../runtime/eval/data/", import.meta.url);

/** A machine with the shipped items in the folder `data`. */
function machineWithData(): TestMachine {
  const machine = new TestMachine();
  for (const folder of ["", "possible_answer/"]) {
    machine.volume.mkdirSync(`/work/project/data/${folder}`, { recursive: true });
    for (const name of readdirSync(new URL(folder, DATA))) {
      if (!name.endsWith(".jsonl")) continue;
      const text = readFileSync(new URL(`${folder}${name}`, DATA), "utf8");
      machine.volume.writeFileSync(`/work/project/data/${folder}${name}`, text);
    }
  }
  return machine;
}

describe("mortise eval", () => {
  test("writes every accepted answer in each format, plain and disturbed, and every one comes back", async () => {
    const formats = ["hermes", "qwen_xml", "gemma4", "mistral", "laguna", "lfm2", "harmony", "json"];
    const args = ["eval", "--data", "data", "--format", formats.join(","), "--json"];
    const { code, stdout } = await machineWithData().run(args);
    const clean = { tried: 24, recovered: 24, strict: 24, bipartite: 24, refused: 0 };
    // Of a text that was cut off it is asked only that nothing else than what was meant would run.
    const truncated = { ...clean, tried: 96, recovered: 96, strict: expect.any(Number), bipartite: expect.any(Number) };
    const scores = { clean, noisy: clean, truncated, fabricated: clean };
    expect({ code, body: JSON.parse(stdout) }).toEqual({
      code: 0,
      body: {
        success: true,
        data: "/work/project/data",
        items: 26,
        formats: Object.fromEntries(formats.map((format) => [format, scores])),
        failure_count: 0,
        failures: [],
      },
    });
  });

  test("scores what a model wrote, by category", async () => {
    const machine = machineWithData();
    const answer = (id: string, text: string) => `${JSON.stringify({ id, text })}\n`;
    const time = (seconds: number) => `{"name":"set_timer","arguments":{"seconds":${seconds}}}`;
    machine.volume.writeFileSync(
      "/work/project/answers.jsonl",
      answer("simple_python_11", '<tool_call>{"name":"current_time","arguments":{}}</tool_call>') +
        answer("simple_python_10", '<tool_call>{"name":"save_note","arguments":{"text":"008"}}</tool_call>') +
        answer("parallel_1", `[TOOL_CALLS] [${time(90)},${time(30)},${time(60)}]`) +
        answer("irrelevance_0", "Goethe did.") +
        answer("irrelevance_1", '<tool_call>{"name":"set_timer","arguments":{"seconds":1}}</tool_call>'),
    );
    const { code, stdout } = await machine.run(["eval", "--data", "data", "--answers", "answers.jsonl", "--json"]);
    expect({ code, body: JSON.parse(stdout) }).toEqual({
      code: 0,
      body: {
        success: true,
        data: "/work/project/data",
        categories: {
          irrelevance: { answers: 2, strict: 1, bipartite: 1 },
          parallel: { answers: 1, strict: 1, bipartite: 1 },
          simple_python: { answers: 2, strict: 1, bipartite: 1 },
        },
        wrong: [
          { id: "irrelevance_1", strict: "decoder_success", bipartite: "decoder_success" },
          { id: "simple_python_10", strict: "value_error:string", bipartite: "value_error:string" },
        ],
        unanswered: 21,
      },
    });
  });

  test("refuses data and formats that it cannot use, and says what would do", async () => {
    const machine = machineWithData();
    machine.volume.mkdirSync("/work/project/empty");
    machine.volume.mkdirSync("/work/project/bad");
    machine.volume.writeFileSync("/work/project/bad/BFCL_v4_multiple.json", "nonsense\n");
    for (const [args, code, says] of [
      [["--data", "nowhere"], 2, "is no existing folder"],
      [["--data", "empty"], 3, "has no items"],
      [["--data", "bad"], 2, 'BFCL_v4_multiple.json", line 1'],
      [["--data", "data", "--format", "yaml"], 2, 'no format "yaml"'],
      [["--data", "data", "--answers", "nothing"], 3, "does not exist"],
      [[], 2, "pass --data DIR"],
    ] as const) {
      const ended = await machine.run(["eval", ...args]);
      expect({ args, ...ended }).toMatchObject({ args, code, stdout: "", stderr: expect.stringContaining(says) });
    }
  });
});
