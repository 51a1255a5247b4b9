import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERROR_CODES } from "../../runtime/errors.ts";
import { adaptersHere, type OpenTree, openTree } from "../adapters/trees.ts";
import { openLocalDoor } from "../doors/local-door.ts";
import { createGround, DOOR_CASES, type Door, type Ground, judge, PROFILES, play } from "../doors/mod.ts";

for (const adapter of adaptersHere) {
  for (const profile of ["shipped", "enforcing", "gated"] as const) {
    describe(`the table of calls on ${adapter}, ${profile}`, () => {
      let tree: OpenTree;
      let door: Door;
      let ground: Ground;
      beforeAll(async () => {
        tree = await openTree(adapter);
        const { folder, tools } = tree;
        const fs = tools.open({});
        door = await openLocalDoor(fs, tools.hash, folder, profile);
        ground = createGround(fs, tools.hash, `${folder}/project`);
      });
      afterAll(() => tree.remove());

      for (const doorCase of DOOR_CASES.filter((each) => (each.profile ?? "shipped") === profile)) {
        test(doorCase.id, async () => {
          const played = await play(door, ground, doorCase);
          await ground.lay(doorCase.files);
          judge(doorCase, played, await ground.tree());
        });
      }
    });
  }
}

/** Codes that no call of edit_file with whatever arguments can have, with the reason. */
const NOT_OF_EDIT_FILE = {
  "of another tool": ["no_checkpoints", "root_unmapped", "limit", "malformed_call", "unknown_tool"],
  "given by a door before any tool runs": [
    "bad_json",
    "unauthorized",
    "forbidden_host",
    "forbidden_origin",
    "unknown_route",
    "method_not_allowed",
    "unsupported_media_type",
    "store_read_only",
    "store_unusable",
  ],
  "needs a fault below or a caller who leaves": [
    "permission_denied",
    "changed_during_write",
    "io_error",
    "unavailable",
    "internal",
    "cancelled",
    "timeout",
  ],
} as const;

describe("the table of calls", () => {
  test("has every refusal of edit_file, and accounts for every other code there is", () => {
    const refused = DOOR_CASES.flatMap(({ steps }) => steps).flatMap((step) =>
      step.kind === "call" && step.tool === "edit_file" && step.expected.kind === "refused" ? [step.expected.code] : [],
    );
    const others: readonly string[] = Object.values(NOT_OF_EDIT_FILE).flat();
    expect([...new Set<string>([...refused, ...others])].sort()).toEqual(Object.keys(ERROR_CODES).sort());
    expect(refused.filter((code) => others.includes(code))).toEqual([]);
  });

  test("names each case once, under a profile there is", () => {
    const ids = DOOR_CASES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(DOOR_CASES.every(({ profile = "shipped" }) => profile in PROFILES)).toBe(true);
  });
});
