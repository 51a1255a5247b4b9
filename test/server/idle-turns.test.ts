import { describe, expect, test } from "vitest";
import { IdleTurns } from "../../runtime/server/mcp/idle-turns.ts";

/** Turns over clocks that the test sets. */
function openTurns() {
  const clock = { wallMs: 1_800_000_000_000, monotonicMs: 5 };
  let made = 0;
  const turns = new IdleTurns({
    clock: { now: () => clock.wallMs, monotonicMs: () => clock.monotonicMs },
    ids: {
      hex() {
        made += 1;
        return String(made);
      },
    },
    idleSeconds: 180,
  });
  const pass = (ms: number) => {
    clock.wallMs += ms;
    clock.monotonicMs += ms;
  };
  return { clock, turns, pass };
}

describe("turns of clients that name none", () => {
  test("one turn lasts through pauses of exactly the limit, and ends with a longer one", () => {
    const { turns, pass } = openTurns();
    expect(turns.begin("s")).toBe("turn_1");
    for (let at = 0; at < 5; at += 1) {
      pass(180_000);
      expect(turns.begin("s")).toBe("turn_1");
    }
    pass(180_001);
    expect(turns.begin("s")).toBe("turn_2");
  });

  test("a pause begins when the last call ends, however long it ran", () => {
    const { turns, pass } = openTurns();
    turns.begin("s");
    pass(600_000);
    turns.end("s");
    pass(100_000);
    expect(turns.begin("s")).toBe("turn_1");
  });

  test("sessions have turns of their own", () => {
    const { turns, pass } = openTurns();
    expect([turns.begin("a"), turns.begin("b"), turns.begin("a")]).toEqual(["turn_1", "turn_2", "turn_1"]);
    pass(100_000);
    turns.begin("a");
    pass(100_000);
    expect([turns.begin("a"), turns.begin("b")]).toEqual(["turn_1", "turn_3"]);
  });

  test("a machine that slept begins a new turn; a clock that was set back does not keep an old one", () => {
    const { clock, turns, pass } = openTurns();
    turns.begin("s");
    clock.wallMs += 8 * 3_600_000;
    expect(turns.begin("s")).toBe("turn_2");
    clock.wallMs -= 8 * 3_600_000;
    expect(turns.begin("s")).toBe("turn_2");
    clock.wallMs -= 3_600_000;
    pass(181_000);
    expect(turns.begin("s")).toBe("turn_3");
  });

  test("the sessions remembered are bounded: the one silent for longest is forgotten", () => {
    const { turns } = openTurns();
    for (let at = 0; at < 1024; at += 1) turns.begin(`s${at}`);
    expect(turns.begin("s0")).toBe("turn_1");
    turns.begin("one more");
    expect(turns.begin("s0")).toBe("turn_1");
    expect(turns.begin("s1")).toBe("turn_1026");
  });
});
