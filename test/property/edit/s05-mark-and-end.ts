import { endsWithLineBreak } from "../../../runtime/text/mod.ts";
import { claimEqual } from "../claims.ts";
import { applyChange, type EditProperty, spanOf } from "./edit-property.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";
import { once } from "./once.ts";

export const markAndEnd: EditProperty<EditCase> = (edit) => {
  const applied = once((value: EditCase) => applyChange(edit, { ...value, replaceAll: false }));
  return {
    id: "S5",
    version: 1,
    title:
      "The byte order mark stays, is never added or doubled; the end of the file keeps or lacks its line break as before",
    doc:
      "The end may change only when the edit says so: an exact place at the end of the file with a line break on one of " +
      "old and new text alone, a new text of nothing, or nothing that is left of the file.",
    kind: "pbt",
    arbitrary: editCase,
    run(value) {
      const { content, oldText, newText } = value;
      const outcome = applied(value);
      if (outcome.kind === "refused") return;
      const marks = (text: string) => /^\ufeff*/.exec(text)?.[0].length ?? 0;
      claimEqual(marks(outcome.content), marks(content), "byte order marks at the start");
      if (spanOf(edit, value).end < content.length || newText.replace(/\ufeff/, "") === "") return;
      // Of a numbered listing, too, only the last line can be left, which is empty.
      if (outcome.content.replace(/^\ufeff/, "") === "") return;
      const asksForIt = endsWithLineBreak(oldText) !== endsWithLineBreak(newText);
      if (asksForIt && MID_LINE.includes(outcome.strategy)) return;
      claimEqual(
        endsWithLineBreak(outcome.content),
        endsWithLineBreak(content),
        "whether the file ends with a line break",
      );
    },
    classify(value) {
      const outcome = applied(value);
      if (outcome.kind === "refused") return "refused";
      const atEnd = spanOf(edit, value).end === value.content.length;
      if (value.content.startsWith("\ufeff")) return atEnd ? "mark, at the end" : "mark";
      if (!atEnd) return value.newText.startsWith("\ufeff") ? "new text brings a mark" : "elsewhere";
      return endsWithLineBreak(value.content) ? "at the end, closed" : "at the end, open";
    },
    witnesses: [
      "refused",
      "mark, at the end",
      "mark",
      "new text brings a mark",
      "elsewhere",
      "at the end, closed",
      "at the end, open",
    ],
    accepts: isEditCase,
  };
};

/** Strategies whose places may end within a line, or whose needle ends otherwise than it says. */
const MID_LINE: readonly string[] = ["exact", "escape_normalized", "typographic_normalized"];
