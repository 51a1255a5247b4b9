import { describe, expect, test } from "vitest";
import { CWD, HOME, type Served, TestMachine } from "./test-host.ts";

interface Ready {
  readonly url: string;
  readonly token: string;
  readonly root: string;
  readonly pid: number;
}

function readyOf(served: Served): Ready {
  return JSON.parse(served.ready);
}

/** A request as a client of that server sends it. */
async function ask(served: Served, url: string, token: string, path: string, body?: object): Promise<Response> {
  const { host } = new URL(url);
  const headers = { host, authorization: `Bearer ${token}`, "content-type": "application/json" };
  return served.options.fetch(
    new Request(`${url}${path}`, { headers, ...(body ? { method: "POST", body: JSON.stringify(body) } : {}) }),
  );
}

describe("mortise serve", () => {
  test("prints one JSON line when ready, answers, and leaves in order on a signal", async () => {
    const machine = new TestMachine({ "a.txt": "one\n" });
    const served = await machine.serve([".", "--json"]);
    const ready = readyOf(served);
    expect(served.ready.split("\n")).toHaveLength(2);
    expect(ready).toEqual({
      url: "http://127.0.0.1:7717",
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      root: CWD,
      pid: expect.any(Number),
    });
    expect(served.options).toMatchObject({ hostname: "127.0.0.1", port: 7717 });

    const tokenFile = `${HOME}/tokens/7717`;
    expect(machine.text(tokenFile)).toBe(`${ready.token}\n`);
    expect(machine.volume.statSync(tokenFile).mode & 0o777).toBe(0o600);
    for (const folder of [HOME, `${HOME}/tokens`, `${HOME}/checkpoints`]) {
      expect(machine.volume.statSync(folder).mode & 0o777).toBe(0o700);
    }

    expect(await (await ask(served, ready.url, "", "/healthz")).json()).toEqual({ status: "ok" });
    expect((await ask(served, ready.url, "wrong", "/api/tools")).status).toBe(401);
    const call = { arguments: { path: "a.txt", old_text: "one", new_text: "two" }, session_id: "s", turn_id: "t" };
    const edited = await ask(served, ready.url, ready.token, "/api/tools/edit_file", call);
    expect({ status: edited.status, body: await edited.json() }).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(machine.text("a.txt")).toBe("two\n");

    expect(await machine.run(["checkpoints", "revert"])).toMatchObject({ code: 0 });
    expect(machine.text("a.txt")).toBe("one\n");

    const ended = await served.terminate("SIGTERM");
    expect(ended).toMatchObject({ code: 143, stdout: served.ready, stderr: "" });
    expect(machine.exists(tokenFile)).toBe(false);
    expect(machine.listening.size).toBe(0);
  });

  test("without --json the ready line can be read, and SIGINT ends with 130", async () => {
    const machine = new TestMachine();
    const served = await machine.serve(["--port", "0"]);
    expect(served.ready).toMatch(
      /^mortise serves \/work\/project at http:\/\/127\.0\.0\.1:40000 with token [0-9a-f]{64}\n$/,
    );
    expect((await served.terminate("SIGINT")).code).toBe(130);
  });

  test("a terminal that goes away ends it in order as well, with 129", async () => {
    const machine = new TestMachine();
    const served = await machine.serve(["--json"]);
    expect(machine.exists(`${HOME}/tokens/7717`)).toBe(true);
    expect((await served.terminate("SIGHUP")).code).toBe(129);
    expect(machine.exists(`${HOME}/tokens/7717`)).toBe(false);
    expect(machine.listening.size).toBe(0);
  });

  test("a port in use is refused with 8 and a next step", async () => {
    const machine = new TestMachine();
    const served = await machine.serve();
    const second = await machine.run(["serve"]);
    expect(second).toMatchObject({ code: 8, stdout: "", stderr: expect.stringContaining("--port 0") });
    expect(machine.exists(`${HOME}/tokens/7717`)).toBe(true);
    await served.terminate("SIGTERM");
  });

  test("a token that was given is used and not written down; a dead server's own is taken away", async () => {
    const machine = new TestMachine();
    machine.volume.mkdirSync(`${HOME}/tokens`, { recursive: true });
    machine.volume.writeFileSync(`${HOME}/tokens/7717`, "left-behind\n");
    machine.volume.writeFileSync("/work/token", "from-a-file-0123456789\r\n", { mode: 0o600 });
    const byFile = await machine.serve(["--json", "--token-file", "../token"], {
      env: { MORTISE_TOKEN: "from-the-environment" },
    });
    expect(readyOf(byFile).token).toBe("from-a-file-0123456789");
    expect(machine.exists(`${HOME}/tokens/7717`)).toBe(false);
    expect((await byFile.terminate("SIGTERM")).stderr).toBe("");

    const byEnvironment = await machine.serve(["--json"], { env: { MORTISE_TOKEN: "short" } });
    expect(readyOf(byEnvironment).token).toBe("short");
    expect((await byEnvironment.terminate("SIGTERM")).stderr).toContain("only 5 characters");

    machine.volume.chmodSync("/work/token", 0o644);
    const open = await machine.serve(["--token-file", "/work/token"]);
    expect((await open.terminate("SIGTERM")).stderr).toContain("can be read by other users");
  });

  test("a token that cannot be used is refused", async () => {
    const machine = new TestMachine();
    machine.volume.writeFileSync("/work/empty", "\n");
    for (const [args, env] of [
      [["--token-file", "/work/none"], {}],
      [["--token-file", "/work/empty"], {}],
      [["--token-file", "/work"], {}],
      [[], { MORTISE_TOKEN: "two words" }],
      [[], { MORTISE_TOKEN: "schlüssel" }],
    ] as const) {
      expect(await machine.run(["serve", ...args], { env })).toMatchObject({ code: 2, stdout: "" });
    }
  });

  test("an address that others can reach demands a given token and Host names", async () => {
    const machine = new TestMachine();
    const env = { MORTISE_TOKEN: "a-token-somebody-chose" };
    for (const host of ["0.0.0.0", "::", "192.168.1.5", "box.example"]) {
      expect(await machine.run(["serve", "--host", host])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("--token-file"),
      });
      expect(await machine.run(["serve", "--host", host, "--allow-host", "box"])).toMatchObject({ code: 2 });
      expect(await machine.run(["serve", "--host", host], { env })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("--allow-host"),
      });
    }
    const served = await machine.serve(
      ["--json", "--host", "0.0.0.0", "--allow-host", "box", "--allow-host", "box.lan:80"],
      { env },
    );
    const { url, token } = readyOf(served);
    expect(url).toBe("http://127.0.0.1:7717");
    const status = async (host: string) => (await ask(served, `http://${host}`, token, "/api/tools")).status;
    expect(
      await Promise.all(["127.0.0.1:7717", "box:7717", "box.lan", "other:7717", "0.0.0.0:7717"].map(status)),
    ).toEqual([200, 200, 200, 403, 403]);
    await served.terminate("SIGTERM");
    for (const host of ["localhost", "::1", "127.0.0.2"]) {
      const local = await machine.serve(["--host", host]);
      expect((await local.terminate("SIGTERM")).code).toBe(143);
    }
  });

  test("leftovers of a killed run are gone before the ready line", async () => {
    const machine = new TestMachine({ "a.txt": "one\n", ".mortise-dead1-0123abcd.tmp": "half" });
    const notes = `${HOME}/checkpoints/leftovers/7.dead1`;
    machine.volume.mkdirSync(notes, { recursive: true });
    machine.volume.writeFileSync(`${notes}/1`, JSON.stringify(CWD));
    const served = await machine.serve();
    expect(machine.volume.readdirSync(CWD)).toEqual(["a.txt"]);
    await served.terminate("SIGTERM");
    expect(machine.volume.readdirSync(`${HOME}/checkpoints/leftovers`)).toEqual([]);
  });

  test("checkpoints older than the retention are pruned once the clock has proven itself for an hour, and no others", async () => {
    for (const [days, left] of [
      ["2", []],
      ["3", [{ turn_id: "t" }]],
    ] as const) {
      const machine = new TestMachine();
      await machine.run(["call", "write_file", "--args", '{"path":"a","content":"x\\n"}', "--turn", "t"]);
      const turnsAfterServing = async () => {
        const served = await machine.serve([], { env: { MORTISE_CHECKPOINT_RETENTION_DAYS: days } });
        expect((await served.terminate("SIGTERM")).stderr).toBe("");
        const turns: unknown = JSON.parse((await machine.run(["checkpoints", "list", "--json"])).stdout);
        return turns;
      };
      machine.aheadMs = 2.5 * 24 * 3600 * 1000;
      expect(await turnsAfterServing()).toMatchObject({ turns: [{ turn_id: "t" }] });
      machine.aheadMs += 3600 * 1000;
      expect(await turnsAfterServing()).toMatchObject({ turns: left });
    }
  });

  test("a folder inside the product's own is refused", async () => {
    const machine = new TestMachine();
    machine.volume.mkdirSync(`${HOME}/inside`, { recursive: true });
    expect(await machine.run(["serve", `${HOME}/inside`])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no tool may touch"),
    });
  });

  test("a running request ends before the store is closed", async () => {
    const machine = new TestMachine();
    const served = await machine.serve(["--json"]);
    const { url, token } = readyOf(served);
    let finish = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        finish = () => {
          const call = { arguments: { path: "late.txt", content: "late\n" }, turn_id: "t" };
          controller.enqueue(new TextEncoder().encode(JSON.stringify(call)));
          controller.close();
        };
      },
    });
    const headers = { host: new URL(url).host, authorization: `Bearer ${token}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body, duplex: "half" as const };
    const running = Promise.resolve(served.options.fetch(new Request(`${url}/api/tools/write_file`, init)));
    const ended = served.terminate("SIGTERM");
    finish();
    expect(await (await running).json()).toMatchObject({ success: true, data: { checkpoint: { status: "stored" } } });
    expect((await ended).code).toBe(143);
    expect(machine.text("late.txt")).toBe("late\n");
  });
});
