import type { TraceStep } from "../../../runtime/edit/mod.ts";
import { claim } from "../claims.ts";
import type { EditProperty } from "./edit-property.ts";
import type { EditEngine } from "./engine.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";

/** What the needle (and for typography the file) must hold for a strategy to have anything to read differently. */
const CAUSES = {
  escape_normalized: ({ oldText }: EditCase) => /\\[nrt"'\\]/.test(oldText),
  line_number_stripped: ({ oldText }: EditCase) =>
    oldText.split(/\r\n|\n|\r/).some((line) => /^ *\d+[:|\t]/.test(line)),
  typographic_normalized: ({ content, oldText }: EditCase) => /[\u2018-\u201f\u00a0]/.test(content + oldText),
};

export const needleChanges: EditProperty<EditCase> = (edit) => ({
  id: "M12",
  version: 1,
  title: "A strategy that reads the needle differently runs only when there is something to read differently",
  doc: "An escape, a listing number on every line, a curly quote or a no-break space. Otherwise it says needle_unchanged.",
  kind: "pbt",
  arbitrary: editCase,
  run(value) {
    for (const step of traceOf(edit, value)) {
      for (const [strategy, hasCause] of Object.entries(CAUSES)) {
        if (step.strategy !== strategy) continue;
        claim(!step.ran || hasCause(value), `${strategy} ran on a needle it does not change`);
        claim(step.reason !== "needle_unchanged" || !step.ran, `${strategy} ran and says it did not`);
      }
    }
    const decoding = traceOf(edit, value).find(({ strategy }) => strategy === "escape_normalized");
    const isOpen = decoding?.reason === "needle_unchanged";
    claim(!isOpen || !CAUSES.escape_normalized(value), "escape_normalized passed over a needle with an escape");
  },
  classify(value) {
    const ran = traceOf(edit, value).filter((step) => step.ran && Object.hasOwn(CAUSES, step.strategy));
    return ran.length === 0 ? "none ran" : `${ran.at(-1)?.strategy} ran`;
  },
  witnesses: ["none ran", ...Object.keys(CAUSES).map((strategy) => `${strategy} ran`)],
  accepts: isEditCase,
});

function traceOf(edit: EditEngine, { content, oldText, replaceAll }: EditCase): readonly TraceStep[] {
  const trace: TraceStep[] = [];
  edit.find(content, oldText, { replaceAll, onStep: (step) => trace.push(step) });
  return trace;
}
