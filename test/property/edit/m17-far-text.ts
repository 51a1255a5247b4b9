import { array, constantFrom, record } from "fast-check";
import { dominantEnding, endsWithLineBreak, textStart } from "../../../runtime/text/mod.ts";
import { claimEqual } from "../claims.ts";
import { isOneOf, isRecordOf, isText } from "../guards.ts";
import type { EditProperty } from "./edit-property.ts";
import { editCase } from "./generators.ts";

const PLACES = ["before", "behind"] as const;

interface FarTextCase {
  readonly content: string;
  readonly oldText: string;
  /** Whole lines, in the line ending of the file, of letters that file and needle do not have. */
  readonly far: string;
  readonly where: (typeof PLACES)[number];
}

export const farText: EditProperty<FarTextCase> = (edit) => ({
  id: "M17",
  version: 1,
  title: "Unrelated lines at the other end of the file never change which place is meant",
  doc:
    "They share no character with the needle, so they can neither hold the place nor make it two. A needle that begins with " +
    "a line break is left out where lines are put before the file: it asks for what stands before it.",
  kind: "metamorphic",
  arbitrary: record({
    edited: editCase,
    far: array(constantFrom("qz", "zzq", "z", "qqqqzz"), { minLength: 1, maxLength: 6 }),
    where: constantFrom(...PLACES),
  }).map(({ edited: { content, oldText }, far, where }) => ({
    content,
    oldText,
    far: far.map((line) => line + dominantEnding(content)).join(""),
    where,
  })),
  run(value) {
    const { content, oldText, far } = value;
    if (!isFar(value)) return;
    const alone = edit.find(content, oldText);
    const among = edit.find(withFarText(value), oldText);
    if (alone.kind === "refused") {
      claimEqual(among.kind === "refused" ? among.errorCode : among.kind, alone.errorCode, "the answer with far text");
      return;
    }
    const moved = value.where === "before" ? far.length : 0;
    const expected = alone.candidates.map(({ start, end }) => [start + moved, end + moved]);
    const found = among.candidates?.map(({ start, end }) => [start, end]);
    claimEqual([among.kind, among.strategy, found], ["matched", alone.strategy, expected], "the place with far text");
  },
  classify(value) {
    if (!isFar(value)) return "left out";
    const match = edit.find(value.content, value.oldText);
    return `${value.where}, ${match.kind === "matched" ? "one place" : "refused"}`;
  },
  witnesses: ["left out", "before, one place", "before, refused", "behind, one place", "behind, refused"],
  accepts: isRecordOf<FarTextCase>({ content: isText, oldText: isText, far: isText, where: isOneOf(PLACES) }),
});

/** Whether the far text touches neither file nor needle. */
function isFar({ content, oldText, where }: FarTextCase): boolean {
  if (/^[\ufeff\r\n]/.test(oldText) || /[qz]/.test(content + oldText) || /^[\r\n]*$/.test(oldText)) return false;
  return where === "before" ? !/^\ufeff?\n/.test(content) : content === "" || endsWithLineBreak(content);
}

function withFarText({ content, far, where }: FarTextCase): string {
  const start = textStart(content);
  return where === "behind" ? content + far : content.slice(0, start) + far + content.slice(start);
}
