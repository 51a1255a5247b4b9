import { claim, claimEqual } from "../claims.ts";
import { applyChange, type EditProperty, spanOf } from "./edit-property.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";
import { writtenText } from "./naive.ts";
import { once } from "./once.ts";

export const aroundTheSpan: EditProperty<EditCase> = (edit) => {
  const applied = once((value: EditCase) => applyChange(edit, { ...value, replaceAll: false }));
  return {
    id: "S1",
    version: 1,
    title: "Every byte before and behind the replaced span is as it was",
    doc: "Compared as UTF-8, the form in which the file is written.",
    kind: "pbt",
    arbitrary: editCase,
    run(value) {
      const outcome = applied(value);
      if (outcome.kind === "refused") return;
      const { content } = value;
      const span = spanOf(edit, value);
      claim(writtenText(content, span, outcome.content) !== null, "the text around the span changed");
      const [before, behind] = [bytesOf(content.slice(0, span.start)), bytesOf(content.slice(span.end))];
      const edited = bytesOf(outcome.content);
      claimEqual(hexOf(edited.slice(0, before.length)), hexOf(before), "bytes before the span");
      claimEqual(hexOf(edited.slice(edited.length - behind.length)), hexOf(behind), "bytes behind the span");
    },
    classify(value) {
      const outcome = applied(value);
      if (outcome.kind === "refused") return "refused";
      const { start, end } = spanOf(edit, value);
      const { content } = value;
      if (start === 0 && end === content.length) return "the whole file";
      if (/[^\0-\x7f]/.test(content.slice(0, start) + content.slice(end))) return "beside text that is not ASCII";
      return outcome.strategy === "exact" ? "exact" : "inexact";
    },
    witnesses: ["refused", "the whole file", "beside text that is not ASCII", "exact", "inexact"],
    accepts: isEditCase,
  };
};

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
