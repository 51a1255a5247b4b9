import { array, constantFrom, record } from "fast-check";
import { trim } from "../../../runtime/text/mod.ts";
import { claim, claimEqual, shown } from "../claims.ts";
import { applyChange, type EditProperty, spanOf } from "./edit-property.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";
import { gapsOf, writtenText } from "./naive.ts";
import { once } from "./once.ts";

const TOKENS = ["$&", "$1", "$`", "$'", "$$", "$<name>", "\\n", "\\", "\\u0041", "\u0000", "%s", "$(x)", "\u0008", "x"];

export const literalNewText: EditProperty<EditCase> = (edit) => {
  const applied = once((value: EditCase) => applyChange(edit, value));
  return {
    id: "S7",
    version: 1,
    title: "Nothing in the new text is special: `$&`, backslashes and NUL are written as they stand",
    doc: "One line of such tokens. At exact places it is all that is written; at whole lines it stands there with the indentation.",
    kind: "pbt",
    arbitrary: record({ edited: editCase, tokens: array(constantFrom(...TOKENS), { minLength: 1, maxLength: 4 }) }).map(
      ({ edited, tokens }) => ({ ...edited, newText: tokens.join("") }),
    ),
    run(value) {
      const outcome = applied(value);
      if (outcome.kind === "refused") return;
      const { content, oldText, newText, replaceAll } = value;
      const match = edit.find(content, oldText, { replaceAll });
      claim(match.kind === "matched", "applied an edit whose place is not found again");
      if (match.strategy === "exact" && !/[\r\n]/.test(oldText)) {
        claimEqual(outcome.content, gapsOf(content, match.candidates).join(newText), "the edited file");
      }
      if (replaceAll || DECODING.includes(match.strategy)) return;
      const written = writtenText(content, spanOf(edit, value), outcome.content) ?? "";
      const isWritten = withPlainQuotes(written).includes(withPlainQuotes(trim(newText)));
      claim(isWritten, () => `${shown(newText)} was written as ${shown(written)}`);
    },
    classify(value) {
      const outcome = applied(value);
      if (outcome.kind === "refused") return "refused";
      return outcome.strategy === "exact" ? "exact" : "inexact";
    },
    witnesses: ["refused", "exact", "inexact"],
    accepts: isEditCase,
  };
};

/** An inexact edit keeps the file's own quotes where old and new text agree. */
function withPlainQuotes(text: string): string {
  return text.replaceAll("\u2019", "'");
}

/** May take escapes from the new text; that has a law of its own. */
const DECODING: readonly string[] = ["escape_normalized"];
