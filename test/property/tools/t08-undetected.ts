import { boolean, constantFrom, nat, record, string } from "fast-check";
import type { Fingerprint } from "../../../runtime/file-state/mod.ts";
import { claim, claimEqual } from "../claims.ts";
import { isCount, isFlag, isRecordOf, isText } from "../guards.ts";
import { toldOf } from "./staleness.ts";
import type { ToolsEngine, ToolsProperty } from "./tools-engine.ts";

interface SameSizeCase {
  readonly before: string;
  readonly at: number;
  readonly character: string;
  /** Over 8 MiB no hash is taken. */
  readonly isLarge: boolean;
  readonly isTimeRestored: boolean;
}

export const undetected: ToolsProperty<SameSizeCase> = (tools) => ({
  id: "T8",
  version: 1,
  title: "A change of one character is noticed, also with the same size and the old time, in any file up to 8 MiB",
  doc: "Above that, where time and size decide, only a change that keeps both goes unnoticed; that class is documented.",
  kind: "model",
  needsTree: true,
  arbitrary: record({
    before: string({ unit: constantFrom("a", "b", "\n"), minLength: 1, maxLength: 12 }),
    at: nat(11),
    character: constantFrom("a", "b", "\n"),
    isLarge: boolean(),
    isTimeRestored: boolean(),
  }),
  async run(value) {
    const { before, isLarge } = value;
    const after = changed(value);
    if (isLarge) return claimLarge(tools, value, after);
    const look = { session: "s1", file: "a", spelling: 0 } as const;
    const told = await toldOf(tools, {
      mode: "enforce",
      clock: value.isTimeRestored ? "still" : "restless",
      steps: [
        { does: "foreign", file: "a", content: before },
        { does: "read", ...look, isPartial: false, byView: false },
        { does: "foreign", file: "a", content: after },
        { does: "write", ...look, content: "overwritten", isDry: false },
      ],
    });
    const expected = after === before ? ["ok", true, "overwritten"] : ["stale", false, after];
    claimEqual(
      told.map(({ verdict, success, left }) => [verdict, success, left]),
      [expected],
      "the write after it",
    );
  },
  classify(value) {
    const what = changed(value) === value.before ? "unchanged" : "changed";
    return `${value.isLarge ? "large" : "small"}, ${what}, ${value.isTimeRestored ? "old time" : "new time"}`;
  },
  witnesses: [
    "small, changed, old time",
    "small, unchanged, new time",
    "large, changed, old time",
    "large, changed, new time",
  ],
  accepts: isRecordOf<SameSizeCase>({
    before: isText,
    at: isCount,
    character: isText,
    isLarge: isFlag,
    isTimeRestored: isFlag,
  }),
});

function changed({ before, at, character }: SameSizeCase): string {
  const place = at % before.length;
  return before.slice(0, place) + character + before.slice(place + 1);
}

/** The tracker alone: a file of that size in every run would say no more. */
function claimLarge(tools: ToolsEngine, { isTimeRestored }: SameSizeCase, after: string): void {
  const tracker = tools.tracker();
  const seen: Fingerprint = { mtimeNs: 1n, size: 8 * 1024 * 1024 + after.length, contentHash: null };
  tracker.observe("s1", "/a", { ...seen, partial: false });
  const now = { ...seen, mtimeNs: isTimeRestored ? 1n : 2n };
  claimEqual(tracker.judge("s1", "/a", now).verdict, isTimeRestored ? "ok" : "stale", "a large file of the same size");
  const longer = tracker.judge("s1", "/a", { ...now, size: seen.size + 1 }).verdict;
  claim(longer === "stale", "a large file of another size passes as unchanged");
}
