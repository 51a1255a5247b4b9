import { nat, record } from "fast-check";
import type { TraceStep } from "../../../runtime/edit/mod.ts";
import { claim, claimEqual } from "../claims.ts";
import { isCount, isRecordOf, isText } from "../guards.ts";
import type { EditProperty } from "./edit-property.ts";
import type { EditEngine } from "./engine.ts";
import { editCase } from "./generators.ts";

interface GuardedCase {
  readonly content: string;
  readonly oldText: string;
  readonly maxContentLines: number;
  readonly maxNeedleLines: number;
}

export const sizeGuard: EditProperty<GuardedCase> = (edit) => ({
  id: "M13",
  version: 1,
  title: "Above a size limit only exact runs, and a miss says so in its note",
  doc: "Lines are counted as line feeds plus one. An exact hit works at any size; below the limits the guard is not there.",
  kind: "pbt",
  arbitrary: record({ edited: editCase, maxContentLines: nat(12), maxNeedleLines: nat(5) }).map(
    ({ edited: { content, oldText }, ...limits }) => ({ content, oldText, ...limits }),
  ),
  run(value) {
    const { content, oldText } = value;
    const { match, trace } = answer(edit, value);
    if (!isGuarded(value)) {
      claim(
        trace.every(({ reason }) => reason !== "size_guard"),
        "the guard spoke below the limits",
      );
      claimEqual(match, edit.find(content, oldText), "the answer below the limits");
      return;
    }
    const ran = trace.filter((step) => step.ran).map(({ strategy }) => strategy);
    claim(
      ran.every((strategy) => strategy === "exact"),
      `above the limits ${ran.join(", ")} ran`,
    );
    const exactly = edit.propose("exact", content, oldText).length;
    claim(match.kind === "refused" || exactly === 1, "above the limits something else than one exact place matched");
    if (match.kind === "matched" || match.errorCode !== "not_found") return;
    claimEqual(exactly, 0, "exact places of a needle that was not found");
    claim(match.note !== undefined && match.note !== "", "a miss above the limits has no note");
  },
  classify(value) {
    const { match } = answer(edit, value);
    const guarded = isGuarded(value) ? "above" : "below";
    if (match.kind === "matched") return `${guarded}, ${match.strategy === "exact" ? "exact" : "looser"}`;
    return `${guarded}, ${match.errorCode === "not_found" ? "not found" : "other refusal"}`;
  },
  witnesses: [
    "above, exact",
    "above, not found",
    "above, other refusal",
    "below, exact",
    "below, looser",
    "below, not found",
    "below, other refusal",
  ],
  accepts: isRecordOf<GuardedCase>({
    content: isText,
    oldText: isText,
    maxContentLines: isCount,
    maxNeedleLines: isCount,
  }),
});

function isGuarded({ content, oldText, maxContentLines, maxNeedleLines }: GuardedCase): boolean {
  return content.split("\n").length > maxContentLines || oldText.split("\n").length > maxNeedleLines;
}

function answer(edit: EditEngine, { content, oldText, maxContentLines, maxNeedleLines }: GuardedCase) {
  const trace: TraceStep[] = [];
  const options = { maxContentLines, maxNeedleLines, onStep: (step: TraceStep) => trace.push(step) };
  return { match: edit.find(content, oldText, options), trace };
}
