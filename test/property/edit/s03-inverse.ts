import { constantFrom, record } from "fast-check";
import { countEndings, dominantEnding } from "../../../runtime/text/mod.ts";
import { claim, claimEqual } from "../claims.ts";
import { applyChange, type EditProperty, spanOf } from "./edit-property.ts";
import type { EditEngine } from "./engine.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";
import { writtenText } from "./naive.ts";

export const inverse: EditProperty<EditCase> = (edit) => ({
  id: "S3",
  version: 1,
  title: "An edit and its reverse give the file back, when the written text names its own place exactly",
  doc:
    "In files with one kind of line ending. With the last line end gone from the file, the way back cannot know which " +
    "kind it had.",
  kind: "metamorphic",
  arbitrary: record({ edited: editCase, ending: constantFrom("\n", "\r\n", "\r") }).map(({ edited, ending }) => ({
    ...edited,
    content: edited.content.replace(/\r\n|\n|\r/g, () => ending),
    replaceAll: false,
  })),
  run(value) {
    const way = thereAndBack(edit, value);
    if (way.kind === "back") claimEqual(way.content, value.content, "the file after the edit and its reverse");
  },
  classify: (value) => thereAndBack(edit, value).bucket,
  witnesses: ["refused", "nothing written", "back from exact", "back from inexact"],
  accepts: isEditCase,
});

type Way = { kind: "none"; bucket: string } | { kind: "back"; bucket: string; content: string };

function thereAndBack(edit: EditEngine, value: EditCase): Way {
  const { content } = value;
  const there = applyChange(edit, value);
  if (there.kind === "refused") return { kind: "none", bucket: "refused" };
  const span = spanOf(edit, value);
  const written = writtenText(content, span, there.content);
  claim(written !== null, "the text around the span changed");
  if (written === "") return { kind: "none", bucket: "nothing written" };
  const reverse = { content: there.content, oldText: written, newText: content.slice(span.start, span.end) };
  const back = applyChange(edit, reverse);
  const hasLostEndings = dominantEnding(there.content) !== dominantEnding(content) || !isPure(content);
  if (back.kind === "refused" || back.strategy !== "exact" || hasLostEndings) {
    return { kind: "none", bucket: "no way back" };
  }
  const start = spanOf(edit, reverse).start;
  if (start !== span.start) return { kind: "none", bucket: "no way back" };
  return {
    kind: "back",
    bucket: `back from ${there.strategy === "exact" ? "exact" : "inexact"}`,
    content: back.content,
  };
}

function isPure(content: string): boolean {
  return Object.values(countEndings(content)).filter((count) => count > 0).length <= 1;
}
