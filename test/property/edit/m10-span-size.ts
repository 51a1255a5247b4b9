import { claim } from "../claims.ts";
import type { EditProperty } from "./edit-property.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";

export const spanSize: EditProperty<EditCase> = (edit) => ({
  id: "M10",
  version: 1,
  title: "No accepted span carries more than 1.5 times the needle's text and 24 characters, whitespace aside",
  doc: "What the model did not quote it has not seen, and must not lose.",
  kind: "pbt",
  arbitrary: editCase,
  run({ content, oldText, replaceAll }) {
    const match = edit.find(content, oldText, { replaceAll });
    if (match.kind === "refused") return;
    const allowed = Math.floor(1.5 * textLength(oldText)) + 24;
    for (const { start, end } of match.candidates) {
      const carried = textLength(content.slice(start, end));
      claim(carried <= allowed, `a span with ${carried} characters was accepted where ${allowed} are allowed`);
    }
  },
  classify({ content, oldText, replaceAll }) {
    const match = edit.find(content, oldText, { replaceAll });
    if (match.kind === "refused") return match.errorCode === "oversized_span" ? "oversized" : "other refusal";
    const longer = match.candidates.some(
      ({ start, end }) => textLength(content.slice(start, end)) > textLength(oldText),
    );
    return longer ? "accepted, longer than the needle" : "accepted";
  },
  witnesses: ["oversized", "other refusal", "accepted, longer than the needle", "accepted"],
  accepts: isEditCase,
});

function textLength(text: string): number {
  return text.replace(/[\t\n\r \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, "").length;
}
