import { nat, record } from "fast-check";
import type { ClosestMatch } from "../../../runtime/edit/mod.ts";
import { lineBodies, splitLines, textStart, trim } from "../../../runtime/text/mod.ts";
import { claim, claimEqual, shown } from "../claims.ts";
import { isCount, isRecordOf, isText } from "../guards.ts";
import type { EditProperty } from "./edit-property.ts";
import { editCase } from "./generators.ts";

interface MissCase {
  readonly content: string;
  readonly oldText: string;
  /** Lines of the file that are asked for as they are: the index of the first, and how many. */
  readonly from: number;
  readonly height: number;
}

export const closestMatch: EditProperty<MissCase> = (edit) => ({
  id: "M16",
  version: 1,
  title:
    "The closest match of a miss is real text of the lines it names, alike between 0 and 1, and 1 for a text that is there",
  doc:
    "A needle that is there is no miss, so for the last part an arbiter without strategies is asked, for lines that the " +
    "file does not repeat: among blocks that are nearly the same, a good one may end the search before the best.",
  kind: "pbt",
  arbitrary: record({ edited: editCase, from: nat(11), height: nat(3) }).map(
    ({ edited: { content, oldText }, from, height }) => ({ content, oldText, from, height: height + 1 }),
  ),
  run({ content, oldText, from, height }) {
    for (const needle of [oldText, `${oldText}\nzq`]) {
      const match = edit.find(content, needle);
      if (match.kind === "matched" || match.closestMatch === undefined) continue;
      claimEqual(match.errorCode, "not_found", "refusal that carries a closest match");
      claimReal(content, match.closestMatch);
    }
    const block = blockOf(content, from, height);
    if (!standsAlone(content, block)) return;
    const { closestMatch: there } = missOf(edit.decide([], content, block, {}));
    claim(there !== undefined, "a text that is there has no closest match");
    claimReal(content, there);
    claimEqual(there.similarity, 1, `similarity of ${shown(block)}, which is there`);
  },
  classify({ content, oldText }) {
    const match = edit.find(content, oldText);
    if (match.kind === "matched" || match.errorCode !== "not_found") return "no miss";
    if (match.closestMatch === undefined) return "miss, nothing alike";
    return match.closestMatch.startLine === match.closestMatch.endLine ? "miss, a line alike" : "miss, a block alike";
  },
  witnesses: ["no miss", "miss, nothing alike", "miss, a line alike", "miss, a block alike"],
  accepts: isRecordOf<MissCase>({ content: isText, oldText: isText, from: isCount, height: isCount }),
});

function claimReal(content: string, { startLine, endLine, similarity, text }: ClosestMatch): void {
  const lines = splitLines(content, textStart(content));
  const [first, last] = [lines[startLine - 1], lines[endLine - 1]];
  claim(first !== undefined && last !== undefined && startLine <= endLine, `no lines ${startLine} to ${endLine}`);
  claimEqual(text, content.slice(first.start, last.end), `text of lines ${startLine} to ${endLine}`);
  claim(similarity >= 0 && similarity <= 1, `similarity ${similarity}`);
}

function blockOf(content: string, from: number, height: number): string {
  const lines = splitLines(content, textStart(content));
  const first = from % Math.max(1, lines.length);
  const last = lines[Math.min(lines.length, first + height) - 1];
  return content.slice(lines[first]?.start, last?.end);
}

/** Whether each line with text of the block stands once in the file. */
function standsAlone(content: string, block: string): boolean {
  const bodies = (text: string) =>
    lineBodies(text, splitLines(text))
      .map(trim)
      .filter((body) => body !== "");
  const lines = bodies(block);
  const all = bodies(content.slice(textStart(content)));
  return lines.length > 0 && lines.every((line) => all.filter((body) => body === line).length === 1);
}

function missOf(match: ReturnType<Parameters<typeof closestMatch>[0]["decide"]>) {
  claim(match.kind === "refused", "an arbiter without strategies found something");
  return match;
}
