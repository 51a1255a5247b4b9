import { describe, expect, test } from "vitest";
import { ownerOf } from "../../runtime/cli/owner-of.ts";

/** A machine on which process 7 runs since tick 100 of boot "b1", and this one is process 9. */
const HERE = { 7: "100-b1", 9: "900-b1" };

function owner(starts: Readonly<Record<number, string>> | null, alive: readonly number[] = [7, 9]) {
  const processStart = (pid: number) => (starts === null ? null : (starts[pid] ?? null));
  return ownerOf({ pid: 9, isAlive: (pid) => alive.includes(pid), processStart }, "own");
}

describe("the owner of a revert, by name", () => {
  test("is told by id, instance and start, as far as the host knows them", () => {
    expect(owner(HERE).name).toBe("9.own.900-b1");
    expect(owner(null).name).toBe("9.own");
  });

  test("lives while a process of that id and that start runs", () => {
    const { isGone, name } = owner(HERE);
    expect([name, "7.other.100-b1"].map(isGone)).toEqual([false, false]);
  });

  test("is gone when its id belongs to another process by now, to nobody, or to us", () => {
    const names = ["7.other.99-b1", "7.other.100-b0", "8.other.100-b1", "9.other.900-b1", "9.other"];
    expect(names.map(owner(HERE).isGone)).toEqual(names.map(() => true));
  });

  test("is judged by its id alone where the name or the host does not tell the start", () => {
    expect(["7.other", "8.other"].map(owner(HERE).isGone)).toEqual([false, true]);
    expect(["7.other.99-b0", "8.other.100-b1"].map(owner(null).isGone)).toEqual([false, true]);
  });

  test("is gone when no process can have such a name", () => {
    const names = ["", ".", "x", "-7.other", "7e0.other", " 7.other", "0.x", "imported", "99999999999999999999.x"];
    expect(names.map(owner(HERE, [7, 9, -7, 0]).isGone)).toEqual(names.map(() => true));
  });
});
