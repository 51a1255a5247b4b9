import { array, nat, option, record } from "fast-check";
import { claimEqual } from "../claims.ts";
import { isCount, isListOf, isNullOr, isOneOf, isRecordOf, isText } from "../guards.ts";
import { CLOCKS, clock, content, type FileClock, type Step, toldOf } from "./staleness.ts";
import type { ToolsProperty } from "./tools-engine.ts";

interface RewrittenCase {
  readonly clock: FileClock;
  readonly content: string;
  readonly spelling: number;
  /** What stood there in between. */
  readonly between: readonly (string | null)[];
}

export const equalBytes: ToolsProperty<RewrittenCase> = (tools) => ({
  id: "T2",
  version: 1,
  title: "A file that holds the bytes the session saw is unchanged, whatever its time says",
  doc: "Rewritten, deleted and made anew, touched: a formatter that changes nothing must not cost a read. A write under enforce goes through.",
  kind: "model",
  needsTree: true,
  arbitrary: record({ clock, content, spelling: nat(4), between: array(option(content), { maxLength: 4 }) }),
  async run({ clock, content, spelling, between }) {
    const look = { session: "s1", file: "a" } as const;
    const foreign = (text: string | null): Step => ({ does: "foreign", file: "a", content: text });
    const steps: Step[] = [
      foreign(content),
      { does: "read", ...look, spelling: 0, isPartial: false, byView: false },
      ...between.map(foreign),
      foreign(content),
      { does: "write", ...look, spelling, content: "new\n", isDry: false },
    ];
    const told = await toldOf(tools, { mode: "enforce", clock, steps });
    const answers = told.map(({ verdict, success, left }) => [verdict, success, left]);
    claimEqual(answers, [["ok", true, "new\n"]], "the answer to the write");
  },
  classify({ clock, between }) {
    const what = between.includes(null) ? "made anew" : between.length > 0 ? "rewritten" : "touched";
    return `${clock}, ${what}`;
  },
  witnesses: CLOCKS.flatMap((clock) => ["made anew", "rewritten", "touched"].map((what) => `${clock}, ${what}`)),
  accepts: isRecordOf<RewrittenCase>({
    clock: isOneOf(CLOCKS),
    content: isText,
    spelling: isCount,
    between: isListOf(isNullOr(isText)),
  }),
});
