import { describe, expect, test } from "vitest";
import { VERSION } from "../../runtime/version.ts";
import { TestMachine } from "./test-host.ts";

describe("mortise proxy", () => {
  test("tells the base URL when ready, listens on loopback alone, answers, and leaves in order on a signal", async () => {
    const machine = new TestMachine();
    const served = await machine.start(["proxy", "--upstream", "http://127.0.0.1:8080", "--json"]);
    expect(JSON.parse(served.ready)).toEqual({
      url: "http://127.0.0.1:7718/v1",
      upstream: "http://127.0.0.1:8080/v1",
      pid: expect.any(Number),
    });
    expect(served.options).toMatchObject({ hostname: "127.0.0.1", port: 7718 });
    const get = (host: string) => served.options.fetch(new Request("http://x/healthz", { headers: { host } }));
    expect(await (await get("127.0.0.1:7718")).json()).toEqual({
      status: "ok",
      name: "mortise proxy",
      version: VERSION,
    });
    expect((await get("evil.example")).status).toBe(403);
    expect(await served.terminate("SIGTERM")).toMatchObject({ code: 143, stderr: "" });
    expect(machine.listening.size).toBe(0);
  });

  test("refuses an upstream that it cannot send to", async () => {
    for (const [url, says] of [
      ["nonsense", "no http URL"],
      ["http://u:p@x", "no user or password"],
      ["http://localhost:7718/v1", "is the proxy itself"],
    ] as const) {
      const machine = new TestMachine();
      const ended = await machine.run(["proxy", "--upstream", url]);
      expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(says) });
      expect(machine.listening.size).toBe(0);
    }
    expect(await new TestMachine().run(["proxy"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--upstream"),
    });
  });
});
