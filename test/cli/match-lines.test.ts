import { describe, expect, test } from "vitest";
import { jsonLines, TestMachine } from "./test-host.ts";

describe("mortise match --ndjson", () => {
  test("answers a line for a line, touches nothing, and exits 2 only for a line that is not JSON", async () => {
    const machine = new TestMachine({ "a.txt": "one\n" });
    const before = machine.volume.toJSON();
    const hit = JSON.stringify({ id: 1, content: "one\ntwo\n", old_text: "two", new_text: "2" });
    const miss = JSON.stringify({ id: 2, content: "one\n", old_text: "three", new_text: "3" });
    const fine = await machine.run(["match", "--ndjson"], { stdin: `${hit}\n${miss}` });
    expect({ code: fine.code, lines: jsonLines(fine.stdout), stderr: fine.stderr }).toMatchObject({
      code: 0,
      lines: [
        { id: 1, success: true, content: "one\n2\n", match_strategy: "exact", replacements: 1 },
        { id: 2, success: false, error_code: "not_found" },
      ],
      stderr: "",
    });
    const broken = await machine.run(["match", "--ndjson"], { stdin: `{\n${hit}\n` });
    expect({ code: broken.code, lines: jsonLines(broken.stdout) }).toMatchObject({
      code: 2,
      lines: [
        { id: null, success: false, error_code: "bad_json" },
        { id: 1, success: true },
      ],
    });
    expect(machine.volume.toJSON()).toEqual(before);
  });
});
