import type { MatchCandidate } from "../../../runtime/edit/mod.ts";
import { endsWithLineBreak, textStart } from "../../../runtime/text/mod.ts";
import { claim, claimEqual, shown } from "../claims.ts";
import type { EditProperty } from "./edit-property.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";
import { lineOf, partsCharacter } from "./naive.ts";

export const spans: EditProperty<EditCase> = (edit) => ({
  id: "M2",
  version: 1,
  title: "Proposed spans lie in the file, in order, are not empty, and part no CRLF, surrogate pair or byte order mark",
  doc: "Holds of every strategy's proposals, also those that never decide; the line numbers are those an editor shows.",
  kind: "pbt",
  arbitrary: editCase,
  run({ content, oldText }) {
    for (const { name } of edit.matchers) {
      const candidates = edit.propose(name, content, oldText);
      for (const candidate of candidates) claimSpan(content, oldText, candidate, name);
      const starts = candidates.map(({ start }) => start);
      claimEqual(
        starts,
        [...starts].sort((a, b) => a - b),
        `${name}: order of the candidates`,
      );
    }
  },
  classify({ content, oldText }) {
    const found = edit.matchers.flatMap(({ name }) => edit.propose(name, content, oldText));
    if (found.length === 0) return "nothing proposed";
    if (content.startsWith("\ufeff") && found.some(({ startLine }) => startLine === 1))
      return "behind a byte order mark";
    if (/\r\n/.test(content)) return "among CRLF";
    return /[\ud800-\udbff]/.test(content) ? "beside a surrogate pair" : "plain";
  },
  witnesses: ["nothing proposed", "behind a byte order mark", "among CRLF", "beside a surrogate pair", "plain"],
  accepts: isEditCase,
});

function claimSpan(content: string, oldText: string, candidate: MatchCandidate, strategy: string): void {
  const { start, end, startLine, endLine } = candidate;
  const who = () => `${strategy} proposed ${shown(candidate)}`;
  claim(textStart(content) <= start && start < end && end <= content.length, () => `${who()}, out of range or empty`);
  claim(!partsCharacter(content, start) && !partsCharacter(content, end), () => `${who()}, inside a character`);
  claimEqual(startLine, lineOf(content, start), `${who()}; first line`);
  const last = lineOf(content, end - 1);
  // Whole lines may end with an empty one, of which the span holds no character.
  const isOpen = strategy !== "exact" && !endsWithLineBreak(oldText) && endLine === lineOf(content, end);
  claim(endLine === last || isOpen, () => `${who()}; last line: ${endLine} instead of ${last}`);
}
