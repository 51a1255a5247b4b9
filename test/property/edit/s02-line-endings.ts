import { oneof } from "fast-check";
import { countEndings, dominantEnding } from "../../../runtime/text/mod.ts";
import { claim, claimEqual, shown } from "../claims.ts";
import { applyChange, type EditProperty, spanOf } from "./edit-property.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";
import { writtenText } from "./naive.ts";
import { once } from "./once.ts";

export const lineEndings: EditProperty<EditCase> = (edit) => {
  const applied = once((value: EditCase) => applyChange(edit, { ...value, replaceAll: false }));
  return {
    id: "S2",
    version: 1,
    title:
      "A file with one kind of line ending keeps it; in a mixed one no other kind is written than the dominant one",
    doc: "Whatever endings old and new text have. Endings inside the span may stay, so no kind but the dominant one grows.",
    kind: "pbt",
    arbitrary: oneof(
      { arbitrary: editCase, weight: 4 },
      // Files of one line without an end, which are rare otherwise.
      {
        arbitrary: editCase.map((value) => ({ ...value, content: value.content.replace(/[\r\n]+/g, () => " ") })),
        weight: 1,
      },
    ),
    run(value) {
      const outcome = applied(value);
      if (outcome.kind === "refused") return;
      const { content } = value;
      const span = spanOf(edit, value);
      const written = writtenText(content, span, outcome.content);
      claim(written !== null, "the text around the span changed");
      const [had, has] = [foreign(content.slice(span.start, span.end), content), foreign(written, content)];
      claim(has <= had, () => `${has} line ends other than the dominant one in ${shown(written)}, ${had} before`);
      if (kindsOf(content).length === 1) {
        const added = kindsOf(outcome.content).filter((kind) => !kindsOf(content).includes(kind));
        claimEqual(added, [], "kinds of line ending a pure file gained");
      }
    },
    classify(value) {
      const outcome = applied(value);
      if (outcome.kind === "refused") return "refused";
      const kinds = kindsOf(value.content);
      const file = kinds.length > 1 ? "mixed" : (kinds[0] ?? "no line end");
      return `${file}${/[\r\n]/.test(value.newText) ? ", new text has line ends" : ""}`;
    },
    witnesses: [
      "refused",
      "mixed",
      "mixed, new text has line ends",
      "lf, new text has line ends",
      "crlf, new text has line ends",
      "cr, new text has line ends",
      "no line end, new text has line ends",
    ],
    accepts: isEditCase,
  };
};

function kindsOf(text: string): readonly string[] {
  return Object.entries(countEndings(text)).flatMap(([kind, count]) => (count > 0 ? [kind] : []));
}

/** How many line ends of `text` are not the dominant one of `content`. */
function foreign(text: string, content: string): number {
  const { crlf, lf, cr } = countEndings(text);
  const own = { "\r\n": crlf, "\n": lf, "\r": cr }[dominantEnding(content)];
  return crlf + lf + cr - own;
}
