import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { listingForm, stripListing } from "../../runtime/edit/listing-numbers.ts";
import {
  findEditMatch,
  MATCHERS,
  type MatchCandidate,
  type TransplantStrategy,
  transplant,
} from "../../runtime/edit/mod.ts";
import { foldTypography } from "../../runtime/edit/typography.ts";
import { dominantEnding } from "../../runtime/text/mod.ts";

interface EditCase {
  readonly id: string;
  readonly content: string;
  readonly old_text: string;
  readonly new_text: string;
  readonly replace_all: boolean;
  readonly level?: "file";
  readonly expect: { readonly ok: boolean; readonly content?: string | null };
}

const CASES: readonly EditCase[] = readFileSync(new URL("../fixtures/edit-cases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

interface Found {
  readonly strategy: TransplantStrategy;
  readonly candidates: readonly MatchCandidate[];
  readonly effectiveOldText: string;
}

/** Where the case's old text stands, by the matchers; by hand for listings and quotes where no matcher answers. */
function locate({ content, old_text, replace_all }: EditCase): Found {
  const match = findEditMatch(content, old_text, { replaceAll: replace_all });
  if (match.kind === "matched") return { ...match, effectiveOldText: readNeedle(match.strategy, old_text) };
  const form = listingForm(old_text);
  if (form !== null) {
    const effectiveOldText = stripListing(old_text, form);
    const stripped = findEditMatch(content, effectiveOldText);
    if (stripped.kind === "matched") return { ...stripped, strategy: "line_number_stripped", effectiveOldText };
  }
  const start = foldTypography(content).indexOf(foldTypography(old_text));
  const candidate = { start, end: start + old_text.length, startLine: 1, endLine: 1 };
  return { strategy: "typographic_normalized", candidates: start < 0 ? [] : [candidate], effectiveOldText: old_text };
}

function readNeedle(strategy: TransplantStrategy, oldText: string): string {
  for (const matcher of MATCHERS) {
    if (matcher.name === strategy && "readNeedle" in matcher) return matcher.readNeedle(oldText);
  }
  return oldText;
}

function edit(each: EditCase): string {
  const { content } = each;
  const { strategy, candidates, effectiveOldText } = locate(each);
  const pieces: string[] = [];
  let kept = 0;
  for (const span of candidates) {
    const laid = transplant({
      content,
      span,
      strategy,
      oldText: each.old_text,
      effectiveOldText,
      newText: each.new_text,
      ending: dominantEnding(content),
    });
    if (laid.kind === "refused") return laid.reason;
    pieces.push(content.slice(kept, span.start), laid.text);
    kept = span.end;
  }
  return pieces.join("") + content.slice(kept);
}

describe("edit cases, laid on the span", () => {
  const successes = CASES.filter(
    (each) => each.expect.ok && typeof each.expect.content === "string" && each.level !== "file",
  );

  test("64 cases end in a text", () => {
    expect(successes.length).toBe(64);
  });

  for (const each of successes) {
    test(`${each.id} gives the right text`, () => {
      expect(edit(each)).toBe(each.expect.content);
    });
  }
});
