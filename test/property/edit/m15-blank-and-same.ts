import { constantFrom, oneof, record } from "fast-check";
import { isBlank } from "../../../runtime/text/mod.ts";
import { claim, claimEqual } from "../claims.ts";
import { isFlag, isRecordOf, isText } from "../guards.ts";
import { applyChange, type EditProperty } from "./edit-property.ts";
import { editCase } from "./generators.ts";

interface SameTextCase {
  readonly content: string;
  readonly oldText: string;
  readonly replaceAll: boolean;
}

const blank = constantFrom("", " ", "\n", "\r\n", "\t", "  \n", "\n\n", " \n \n", "\u00a0", "\u00a0\n");

export const blankAndSame: EditProperty<SameTextCase> = (edit) => ({
  id: "M15",
  version: 1,
  title:
    "An empty needle names no place, a blank one only its exact place, and an edit that changes nothing is refused",
  doc: "Old text equal to new text changes nothing, however loosely the place was found.",
  kind: "pbt",
  arbitrary: oneof(
    { arbitrary: editCase, weight: 2 },
    {
      arbitrary: record({ edited: editCase, oldText: blank }).map(({ edited, oldText }) => ({ ...edited, oldText })),
      weight: 1,
    },
  ).map(({ content, oldText, replaceAll }) => ({ content, oldText, replaceAll })),
  run({ content, oldText, replaceAll }) {
    const match = edit.find(content, oldText, { replaceAll });
    const told = match.kind === "refused" ? match.errorCode : match.kind;
    claimEqual(told === "empty_needle", oldText === "", "whether the needle is refused as empty");
    if (isBlank(oldText)) {
      claim(match.strategy === undefined || match.strategy === "exact", `${match.strategy} decided on a blank needle`);
    }
    const outcome = applyChange(edit, { content, oldText, newText: oldText, replaceAll });
    const same = outcome.kind === "refused" ? outcome.errorCode : "edited";
    claimEqual(same, match.kind === "matched" ? "no_change" : told, "new text equal to old text");
  },
  classify({ content, oldText, replaceAll }) {
    if (oldText === "") return "empty";
    const match = edit.find(content, oldText, { replaceAll });
    if (isBlank(oldText)) return match.kind === "matched" ? "blank, exact" : "blank, refused";
    if (match.kind === "refused") return "refused";
    return match.strategy === "exact" ? "same text, exact" : "same text, inexact";
  },
  witnesses: ["empty", "blank, exact", "blank, refused", "refused", "same text, exact", "same text, inexact"],
  accepts: isRecordOf<SameTextCase>({ content: isText, oldText: isText, replaceAll: isFlag }),
});
