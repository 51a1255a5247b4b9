import { isBlank } from "../../../runtime/text/mod.ts";
import { claim, shown } from "../claims.ts";
import type { EditProperty } from "./edit-property.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";
import { coversWholeLines } from "./naive.ts";

const CHAIN = ["exact", "indentation_flexible", "line_trimmed", "whitespace_normalized"] as const;

export const nesting: EditProperty<EditCase> = (edit) => ({
  id: "M3",
  version: 1,
  title: "What a stricter comparison finds in whole lines every looser one finds too",
  doc:
    "exact, indentation_flexible, line_trimmed, whitespace_normalized. Of exact only places that are whole lines: it " +
    "also looks within lines, where no line comparison looks. Blank needles and ones that quote the byte order mark " +
    "are exact's alone.",
  kind: "pbt",
  arbitrary: editCase,
  run({ content, oldText }) {
    if (isBlank(oldText) || oldText.startsWith("\ufeff")) return;
    const found = CHAIN.map((name) => {
      const candidates = edit.propose(name, content, oldText);
      const whole = candidates.filter((one) => name !== "exact" || coversWholeLines(content, oldText, one));
      return { name, spans: whole.map(({ start, end }) => `${start}..${end}`) };
    });
    for (const [index, { name, spans }] of found.entries()) {
      const looser = found[index + 1];
      const lost = spans.filter((span) => looser !== undefined && !looser.spans.includes(span));
      claim(lost.length === 0, () => `${looser?.name} does not find what ${name} finds: ${shown(lost)}`);
    }
  },
  classify({ content, oldText }) {
    const counts = CHAIN.map((name) => edit.propose(name, content, oldText).length);
    const first = counts.findIndex((count) => count > 0);
    if (first < 0) return "none finds anything";
    const grows = counts.some((count, index) => index > first && count > (counts[first] ?? 0));
    return `${CHAIN[first]}${grows ? ", and a looser one finds more" : ""}`;
  },
  witnesses: CHAIN.flatMap((name) =>
    name === "whitespace_normalized" ? [name] : [name, `${name}, and a looser one finds more`],
  ),
  accepts: isEditCase,
});
