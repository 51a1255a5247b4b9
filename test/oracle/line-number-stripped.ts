import type { MatchCandidate } from "../../runtime/edit/mod.ts";
import { isBlank, trim } from "../../runtime/text/mod.ts";
import { findExact } from "./exact.ts";
import type { Matcher } from "./matcher.ts";
import { fileLines, findEqualLines, needleLines } from "./whole-lines.ts";

/** The needle without the consecutive numbers of a listing on all its lines: whole lines, verbatim and then trimmed. */
export const lineNumberStripped = {
  name: "line_number_stripped",
  inapplicable: (_content, oldText) => (withoutNumbers(oldText) === undefined ? "needle_unchanged" : undefined),
  find: findStripped,
} as const satisfies Matcher;

function findStripped(content: string, oldText: string): MatchCandidate[] {
  const stripped = withoutNumbers(oldText);
  if (stripped === undefined || isBlank(stripped)) return [];
  const { lines } = fileLines(content);
  const verbatim = findExact(content, stripped).filter(
    ({ start, end }) =>
      lines.some((line) => line.start === start) && lines.some((line) => line.end === end || line.next === end),
  );
  return verbatim.length > 0 ? verbatim : findEqualLines(content, stripped, trim);
}

function withoutNumbers(oldText: string): string | undefined {
  const parsed = needleLines(oldText).map((line) => /^ *([1-9][0-9]{0,8})([:|\t])(.*)$/su.exec(line));
  const first = parsed[0];
  if (first === null || first === undefined) return undefined;
  const bodies: string[] = [];
  for (const [index, line] of parsed.entries()) {
    if (line === null || line[2] !== first[2] || Number(line[1]) !== Number(first[1]) + index) return undefined;
    bodies.push(line[3] ?? "");
  }
  const written = bodies.filter((body) => body !== "");
  const isSpaced = written.length > 0 && written.every((body) => body.startsWith(" "));
  const texts = bodies.map((body) => (isSpaced ? body.slice(1) : body));
  const endings = oldText.match(/\r\n|\n|\r/g) ?? [];
  if (endings.length < texts.length && texts.at(-1) === "") return undefined;
  return texts.map((text, index) => text + (endings[index] ?? "")).join("");
}
