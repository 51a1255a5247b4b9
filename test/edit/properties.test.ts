import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EditSearch } from "../../runtime/edit/edit-search.ts";
import { decodeEscapes } from "../../runtime/edit/escapes.ts";
import type { RegisteredMatcher } from "../../runtime/edit/find-edit-match.ts";
import { spanLimit } from "../../runtime/edit/guards.ts";
import { Meter } from "../../runtime/edit/meter.ts";
import {
  applyEdit,
  type EditMatch,
  type EditOutcome,
  findEditMatch,
  MATCHERS,
  type MatchCandidate,
} from "../../runtime/edit/mod.ts";
import { candidatesOf } from "../../runtime/edit/sites.ts";
import {
  countEndings,
  dominantEnding,
  endsWithLineBreak,
  isBlank,
  significantLength,
  splitLines,
  textStart,
} from "../../runtime/text/mod.ts";

/** Few and similar lines, so that needles meet, overlap, and differ in exactly one kind of whitespace. */
const LINE = fc.constantFrom(
  "a",
  "b",
  "  a",
  "\ta",
  "a ",
  "a b",
  "a  b",
  " a\tb ",
  "}",
  "    }",
  "",
  "  ",
  'c("a")',
  "a\f",
  "\u00a0a",
  "\u{1f600}",
);
const ENDING = fc.constantFrom("\n", "\r\n", "\r");

/** Lines with endings of one kind, or mixed, and with or without a last one. */
const TEXT = fc
  .tuple(
    fc.array(LINE, { minLength: 1, maxLength: 12 }),
    fc.oneof(fc.tuple(ENDING), fc.array(ENDING, { minLength: 2, maxLength: 4 })),
    fc.boolean(),
    fc.constantFrom("", "", "", "\ufeff"),
  )
  .map(([lines, endings, terminated, bom]) => {
    const ended = lines.map((line, index) => line + endings[index % endings.length]).join("");
    return bom + (terminated ? ended : ended.replace(/(?:\r\n|\n|\r)$/, ""));
  });

type Distortion = (needle: string) => string;
const DISTORTION = fc.constantFrom<Distortion>(
  (needle) => needle,
  (needle) => needle.replace(/\r\n|\r/g, "\n"),
  (needle) => needle.replace(/^[ \t]+/gm, ""),
  (needle) => needle.replace(/^(?=.)/gm, "  "),
  (needle) => needle.replace(/[ \t]+/g, "  "),
  (needle) => needle.replace(/"/g, '\\"'),
  (needle) => needle.replace(/\n/g, "\\n"),
  (needle) => needle.replace(/\n[^\n]*\n/, "\nzzz\n"),
  (needle) => needle.replace(/"/g, "\u201c"),
  (needle) =>
    splitLines(needle)
      .map(({ start, next }, index) => `${index + 7}|${needle.slice(start, next)}`)
      .join(""),
);

/** A content and a needle that mostly comes from it: some lines of it, or some characters, distorted or not. */
const CASE = fc
  .record({
    content: TEXT,
    other: TEXT,
    from: fc.nat(11),
    height: fc.integer({ min: 1, max: 4 }),
    cut: fc.tuple(fc.nat(3), fc.nat(3)),
    source: fc.constantFrom("lines", "lines", "lines", "characters", "other"),
    distort: DISTORTION,
    newText: fc.oneof(TEXT, fc.constantFrom("", "$&", "x", "  x\n    y\n", "x\r\ny")),
  })
  .map(({ content, other, from, height, cut, source, distort, newText }) => {
    const lines = splitLines(content, textStart(content));
    const first = lines[from % Math.max(1, lines.length)];
    const last = lines[Math.min(lines.length, (from % Math.max(1, lines.length)) + height) - 1];
    const block = content.slice(first?.start, cut[0] === 0 ? last?.next : last?.end);
    const needles = { lines: block, characters: block.slice(cut[0], block.length - cut[1]), other };
    return { content, oldText: distort(needles[source]), newText };
  })
  .filter(({ oldText }) => oldText !== "");

function edit(content: string, old_text: string, new_text: string, replace_all = false): EditOutcome {
  return applyEdit(content, { command: "str_replace", old_text, new_text, replace_all });
}

function check<Values extends [unknown, ...unknown[]]>(property: fc.IPropertyWithHooks<Values>, numRuns = 1500): void {
  // On a failure fast-check names the seed and the path to the smallest counterexample.
  fc.assert(property, { numRuns });
}

describe("laws of an edit", () => {
  test("everything outside the replaced place stays as it was, whatever is put there", () => {
    check(
      fc.property(CASE, ({ content, oldText, newText }) => {
        const match = findEditMatch(content, oldText);
        const outcome = edit(content, oldText, newText);
        if (match.kind === "refused" || outcome.kind === "refused") {
          refusedAlike(outcome, match);
          return;
        }
        const [before = "", after = ""] = gaps(content, match.candidates);
        expect(outcome.content.length).toBeGreaterThanOrEqual(before.length + after.length);
        expect(outcome.content.slice(0, before.length)).toBe(before);
        expect(outcome.content.slice(outcome.content.length - after.length)).toBe(after);
      }),
    );
  });

  test("everything between several replaced places stays as it was", () => {
    const MARK = "\u0001";
    check(
      fc.property(CASE, ({ content, oldText }) => {
        const match = findEditMatch(content, oldText, { replaceAll: true });
        const outcome = edit(content, oldText, MARK, true);
        if (match.kind === "refused" || outcome.kind === "refused") {
          refusedAlike(outcome, match);
          return;
        }
        const outside = gaps(content, match.candidates);
        const kept = outcome.content.split(MARK);
        expect(kept.length).toBe(outside.length);
        for (const [index, gap] of outside.entries()) {
          const piece = kept[index] ?? "";
          const last = index + 1 === outside.length;
          // Behind a mark stands the end of its line, where that was replaced too; before it the file's indentation.
          const ends = endsInBreak(content, match.candidates[index - 1]) ? ["", dominantEnding(content)] : [""];
          const rests = ends.filter((end) => piece.startsWith(end + gap)).map((end) => piece.slice((end + gap).length));
          expect(rests.some((rest) => (last ? rest === "" : /^[ \t\u00a0]*$/.test(rest)))).toBe(true);
        }
      }),
    );
  });

  test("new text equal to old text changes nothing and is refused as such, whatever the strategy", () => {
    check(
      fc.property(CASE, fc.boolean(), ({ content, oldText }, replaceAll) => {
        const match = findEditMatch(content, oldText, { replaceAll });
        const outcome = edit(content, oldText, oldText, replaceAll);
        if (match.kind === "refused") refusedAlike(outcome, match);
        else expect(outcome).toMatchObject({ kind: "refused", errorCode: "no_change", strategy: match.strategy });
      }),
    );
  });

  test("a difference is ignored on replaced lines alone, and none is where the old text stands as it was given", () => {
    check(
      fc.property(CASE, fc.boolean(), ({ content, oldText, newText }, replaceAll) => {
        const outcome = edit(content, oldText, newText, replaceAll);
        if (outcome.kind === "refused") return;
        const replaced = outcome.matchedLines;
        for (const { lines, total } of outcome.differencesIgnored) {
          expect([...new Set(lines)].sort((a, b) => a - b)).toEqual(lines);
          expect(lines.length).toBe(Math.min(total, 20));
          expect(lines.filter((line) => !replaced.some(([first, last]) => first <= line && line <= last))).toEqual([]);
        }
        // Line ends of several kinds differ from the dominant one, or from none.
        if (sameEndings(content)) expect(outcome.differencesIgnored.length > 0).toBe(outcome.strategy !== "exact");
      }),
    );
  });

  test("new text is adjusted only for a fault that the old text had, and a warning says so", () => {
    check(
      fc.property(CASE, ({ content, oldText, newText }) => {
        const outcome = edit(content, oldText, newText);
        if (outcome.kind === "refused") return;
        const kinds = outcome.newTextAdjusted.map(({ kind }) => kind);
        const allowed = { escape_normalized: ["escapes"], line_number_stripped: ["line_numbers"] };
        const { strategy } = outcome;
        const possible = strategy in allowed ? allowed[strategy as keyof typeof allowed] : [];
        expect(kinds.filter((kind) => !possible.includes(kind))).toEqual([]);
        expect(outcome.warning !== undefined).toBe(kinds.length > 0);
      }),
    );
  });

  test("a file of CRLF alone stays one, whatever the new text brings", () => {
    check(
      fc.property(CASE, fc.boolean(), ({ content, oldText, newText }, replaceAll) => {
        const pure = content.replace(/\r\n|\n|\r/g, "\r\n");
        fc.pre(pure.includes("\r\n"));
        const outcome = edit(pure, oldText, newText, replaceAll);
        if (outcome.kind === "edited") expect(countEndings(outcome.content)).toMatchObject({ lf: 0, cr: 0 });
      }),
    );
  });

  test("exactly one byte order mark stays at the start", () => {
    check(
      fc.property(CASE, fc.constantFrom("", "\ufeff"), ({ content, oldText, newText }, bom) => {
        const marked = `\ufeff${content.replace(/^\ufeff/, "")}`;
        const outcome = edit(marked, oldText, bom + newText.replace(/^\ufeff/, ""));
        if (outcome.kind === "edited" && outcome.matchedLines[0]?.[0] === 1)
          expect(outcome.content).toMatch(/^\ufeff(?!\ufeff)/);
      }),
    );
  });

  test("an edit without replace_all replaces exactly one place, and its result differs from the file", () => {
    check(
      fc.property(CASE, ({ content, oldText, newText }) => {
        const outcome = edit(content, oldText, newText);
        if (outcome.kind === "refused") return;
        expect([outcome.replacements, outcome.matchedLines.length]).toEqual([1, 1]);
        expect(outcome.content).not.toBe(content);
        expect(outcome.requiresReview).toBe(outcome.strategy === "block_anchor");
      }),
    );
  });

  test("an edit and its reverse give the file back when both name one place exactly", () => {
    check(
      fc.property(CASE, ({ content, oldText }) => {
        const there = edit(content, oldText, "<unique>");
        if (there.kind === "refused" || there.strategy !== "exact") return;
        const back = edit(there.content, "<unique>", content.slice(...spanOf(content, oldText)));
        // With the last line end gone, or several kinds, the way back may write another ending.
        const sure = sameEndings(content) && dominantEnding(there.content) === dominantEnding(content);
        if (back.kind === "edited" && sure) expect(back.content).toBe(content);
      }),
    );
  });

  test("escapes are decoded in a single pass: what was escaped once reads as it was", () => {
    const escaped = new Map([
      ["\\", "\\\\"],
      ["\n", "\\n"],
      ["\t", "\\t"],
      ['"', '\\"'],
      ["'", "\\'"],
    ]);
    const text = fc.string({ unit: fc.constantFrom("\\", "n", "r", "t", "\n", "\t", '"', "'", "x"), maxLength: 20 });
    check(
      fc.property(text, (plain) => {
        const once = [...plain].map((character) => escaped.get(character) ?? character).join("");
        expect(decodeEscapes(once)).toBe(plain);
      }),
    );
  });
});

describe("laws of matching", () => {
  test("candidates are in order, in range, not empty, and part neither CRLF nor character nor byte order mark", () => {
    check(
      fc.property(CASE, ({ content, oldText }) => {
        for (const matcher of MATCHERS) {
          const candidates = find(matcher, content, oldText);
          expect([...candidates].sort((a, b) => a.start - b.start)).toEqual(candidates);
          expect(find(matcher, content, oldText)).toEqual(candidates);
          for (const { start, end, startLine, endLine } of candidates) {
            expect(start).toBeGreaterThanOrEqual(textStart(content));
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(content.length);
            for (const edge of [start, end])
              expect(content.slice(Math.max(0, edge - 1), edge + 1)).not.toMatch(
                /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/,
              );
            expect(startLine).toBe(lineOf(content, start));
            // Whole lines may end with an empty one, of which the span then holds no character.
            const openEnd = matcher.name !== "exact" && !endsWithLineBreak(oldText);
            expect(openEnd ? [lineOf(content, end - 1), lineOf(content, end)] : [lineOf(content, end - 1)]).toContain(
              endLine,
            );
          }
        }
      }),
    );
  });

  test("what a stricter comparison finds in whole lines a looser one finds too", () => {
    check(
      fc.property(CASE, ({ content, oldText }) => {
        fc.pre(!isBlank(oldText) && !oldText.startsWith("\ufeff"));
        const [exact, indentation, trimmed, collapsed] = MATCHERS;
        const chain = [
          // An exact place may lie within a line, where no line comparison looks.
          find(exact, content, oldText).filter((candidate) => isWholeLines(content, oldText, candidate)),
          find(indentation, content, oldText),
          find(trimmed, content, oldText),
          find(collapsed, content, oldText),
        ];
        for (const [index, stricter] of chain.slice(0, -1).entries())
          expect(chain[index + 1]).toEqual(expect.arrayContaining(stricter));
      }),
    );
  });

  test("the first strategy with a candidate decides, and its candidates are the answer", () => {
    check(
      fc.property(CASE, ({ content, oldText }) => {
        const first = MATCHERS.find((matcher) => find(matcher, content, oldText).length > 0);
        const match = findEditMatch(content, oldText);
        expect(match.strategy).toBe(first?.name);
        expect(match.candidates).toEqual(first && find(first, content, oldText).slice(0, 10));
      }),
    );
  });

  test("an ambiguity names the first ten lines on which its places begin, in order", () => {
    check(
      fc.property(CASE, ({ content, oldText }) => {
        const match = findEditMatch(content, oldText);
        if (match.kind === "matched" || match.errorCode !== "ambiguous") return;
        const decided = MATCHERS.find(({ name }) => name === match.strategy);
        const places = decided === undefined ? [] : find(decided, content, oldText);
        const lines = [...new Set(places.map((place) => lineOf(content, place.start)))];
        const named = /\(lines? ([\d, ]+?)(?:, \.\.\.)?\)/.exec(match.message)?.[1]?.split(", ").map(Number);
        expect(named).toEqual(lines.slice(0, 10));
        expect(match.candidateCount ?? match.candidates?.length).toBe(places.length);
      }),
    );
  });

  test("expected_replacements admits its own number and no other", () => {
    check(
      fc.property(CASE, fc.nat(4), ({ content, oldText }, expectedReplacements) => {
        const free = findEditMatch(content, oldText, { replaceAll: true });
        const bound = findEditMatch(content, oldText, { replaceAll: true, expectedReplacements });
        if (free.candidates === undefined || free.candidates.length === expectedReplacements) {
          expect(bound).toEqual(free);
        } else {
          expect(bound).toMatchObject({ kind: "refused", errorCode: "unexpected_replacement_count" });
        }
      }),
    );
  });

  test("accepted spans are disjoint and within the size limit", () => {
    check(
      fc.property(CASE, ({ content, oldText }) => {
        const match = findEditMatch(content, oldText, { replaceAll: true });
        if (match.kind === "refused") return;
        let reached = 0;
        for (const { start, end } of match.candidates) {
          expect(start).toBeGreaterThanOrEqual(reached);
          expect(significantLength(content.slice(start, end))).toBeLessThanOrEqual(spanLimit(oldText));
          reached = end;
        }
      }),
    );
  });

  test("a block that stands once is found under each distortion by the strategy that is there for it", () => {
    const file = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 4 })), { minLength: 6, maxLength: 20 });
    const body = (id: number, width: number) =>
      `f${id}(${Array.from({ length: width }, (_, i) => `"p${i}"`).join(", ")});`;
    const distortions: readonly (readonly [string, (lines: readonly string[]) => string])[] = [
      ["exact", (lines) => lines.join("\n")],
      ["indentation_flexible", (lines) => lines.map((line) => `   ${line} `).join("\n")],
      ["line_trimmed", (lines) => lines.map((line, i) => " ".repeat((i * 7) % 5) + line.trim()).join("\n")],
      ["whitespace_normalized", (lines) => lines.map((line) => line.replace(/\(/, " \t(")).join("\n")],
      ["escape_normalized", (lines) => lines.map((line) => line.replaceAll('"', '\\"')).join("\n")],
      ["block_anchor", (lines) => [lines[0], ...lines.slice(1, -1).map(() => "?"), lines.at(-1)].join("\n")],
    ];
    check(
      fc.property(
        file,
        fc.nat(19),
        fc.integer({ min: 3, max: 5 }),
        fc.constantFrom(...distortions),
        (shape, at, height, [, distort]) => {
          const lines = shape.map(([depth, width], id) => "  ".repeat(depth) + body(id, width).replace("(", " ("));
          const first = at % (lines.length - height + 1);
          const needle = distort(lines.slice(first, first + height));
          const match = findEditMatch(`${lines.join("\n")}\n`, needle);
          // Nothing else in the file is alike, so any place but the planted one would be a wrong one.
          if (match.kind === "refused") expect(match.errorCode).toBe("oversized_span");
          else expect(match.candidates).toMatchObject([{ startLine: first + 1, endLine: first + height }]);
        },
      ),
    );
  });

  test("the closest match of a miss is real text of the named lines", () => {
    check(
      fc.property(CASE, ({ content, oldText }) => {
        const match = findEditMatch(content, `${oldText}\nzq`);
        if (match.kind === "matched" || match.closestMatch === undefined) return;
        const { startLine, endLine, similarity, text } = match.closestMatch;
        const lines = splitLines(content, textStart(content));
        expect(text).toBe(content.slice(lines[startLine - 1]?.start, lines[endLine - 1]?.end));
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("the cases of these laws reach every strategy and the refusals that need no special argument", () => {
    const reached = new Set<string>();
    for (const { content, oldText, newText } of fc.sample(CASE, { numRuns: 6000, seed: 20260717 })) {
      for (const replaceAll of [false, true]) {
        const outcome = edit(content, oldText, newText, replaceAll);
        reached.add(outcome.kind === "edited" ? outcome.strategy : outcome.errorCode);
      }
    }
    expect([...reached].sort()).toEqual(
      [
        ...MATCHERS.map(({ name }) => name),
        "ambiguous",
        "no_change",
        "no_sound_mapping",
        "not_found",
        "overlapping_matches",
        "replace_all_not_allowed",
      ].sort(),
    );
  });
});

/** Every place a matcher proposes for a needle that is one for it. */
function find(matcher: RegisteredMatcher, content: string, oldText: string): MatchCandidate[] {
  const search = new EditSearch(content, oldText, new Meter());
  const reading = matcher.readNeedle?.(oldText) ?? oldText;
  if (matcher.inapplicable?.(search, reading)) return [];
  return candidatesOf(matcher.find(search, reading), search.content, Number.POSITIVE_INFINITY);
}

/** Applying adds two refusals of its own, and to a miss the place where the texts part. */
function refusedAlike(outcome: EditOutcome, match: EditMatch): void {
  if (match.kind === "matched") {
    expect(outcome).toMatchObject({ kind: "refused", strategy: match.strategy });
    expect(["no_change", "no_sound_mapping"]).toContain(outcome.kind === "refused" && outcome.errorCode);
  } else if (outcome.kind === "refused" && outcome.firstDifference !== undefined) {
    const { firstDifference, message, ...rest } = outcome;
    expect({ ...rest, message: match.message }).toEqual(match);
    expect(message).toContain(firstDifference.message);
  } else {
    expect(outcome).toEqual(match);
  }
}

function endsInBreak(content: string, place: MatchCandidate | undefined): boolean {
  return place !== undefined && endsWithLineBreak(content.slice(place.start, place.end));
}

function gaps(content: string, candidates: readonly MatchCandidate[]): string[] {
  const starts = [0, ...candidates.map(({ end }) => end)];
  const ends = [...candidates.map(({ start }) => start), content.length];
  return starts.map((start, index) => content.slice(start, ends[index]));
}

function spanOf(content: string, oldText: string): [number, number] {
  const match = findEditMatch(content, oldText);
  const [candidate] = match.candidates ?? [];
  return [candidate?.start ?? 0, candidate?.end ?? 0];
}

function sameEndings(content: string): boolean {
  return Object.values(countEndings(content)).filter((count) => count > 0).length <= 1;
}

/** Counted in another way than the engine does. */
function lineOf(content: string, offset: number): number {
  const before = content.slice(0, offset);
  const breaks = before.match(/\r\n|\n|\r/g)?.length ?? 0;
  return before.endsWith("\r") && content[offset] === "\n" ? breaks : breaks + 1;
}

function isWholeLines(content: string, oldText: string, { start, end }: MatchCandidate): boolean {
  const lines = splitLines(content, textStart(content));
  const ends = lines.map((line) => (endsWithLineBreak(oldText) ? line.next : line.end));
  return lines.some((line) => line.start === start) && ends.includes(end);
}
