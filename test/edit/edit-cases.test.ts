import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applyEdit, type EditOutcome } from "../../runtime/edit/mod.ts";
import type { ErrorCode } from "../../runtime/errors.ts";
import { decodeText } from "../../runtime/text/mod.ts";

/** Lists mean "any of"; `null` and absence mean that nothing is claimed. */
interface Expectation {
  readonly ok: boolean;
  readonly content?: string | null;
  readonly strategy?: string | null | readonly (string | null)[];
  readonly error_code?: string | null | readonly (string | null)[];
  readonly requires_review?: boolean;
  readonly matched_lines?: readonly (readonly [number, number])[];
  readonly fuzzy_skipped?: boolean;
  readonly similarity_required?: boolean;
}

interface EditCase {
  readonly id: string;
  readonly content: string;
  readonly old_text: string;
  readonly new_text: string;
  readonly replace_all: boolean;
  readonly expected_replacements: number | null;
  readonly max_content_lines?: number;
  readonly max_needle_lines?: number;
  readonly expect: Expectation;
  readonly also_acceptable?: Expectation;
  /** What speaks for the right outcome, and for the other acceptable one. */
  readonly why: string;
  readonly level?: "file";
  readonly encoding?: "latin-1" | "utf-16le-bom";
}

/** Cases that end in their other acceptable outcome; the fixture gives the reason under `why`. */
const OTHERWISE = ["block-anchor-03"];

const CASES: readonly EditCase[] = readFileSync(new URL("../fixtures/edit-cases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

describe("edit cases", () => {
  test("there are 98, each under a name of its own, and none is left out", () => {
    expect(CASES.length).toBe(98);
    expect(new Set(CASES.map((each) => each.id)).size).toBe(98);
  });

  for (const each of CASES) {
    test(`${each.id} has the right outcome`, () => {
      expect(faults(outcomeOf(each), each)).toEqual([]);
    });
  }

  test("the other acceptable outcome is taken where the fixture says why, and nowhere else", () => {
    const otherwise = CASES.filter((each) => faultsAgainst(outcomeOf(each), each.expect).length > 0);
    expect(otherwise.map((each) => each.id)).toEqual(OTHERWISE);
    expect(otherwise.filter((each) => each.why === "")).toEqual([]);
  });
});

type Outcome = EditOutcome | { readonly kind: "refused"; readonly errorCode: ErrorCode };

function outcomeOf(each: EditCase): Outcome {
  return each.level === "file" ? editFile(each) : editText(each.content, each);
}

function editText(content: string, each: EditCase): Outcome {
  return applyEdit(
    content,
    {
      command: "str_replace",
      old_text: each.old_text,
      new_text: each.new_text,
      replace_all: each.replace_all,
      expected_replacements: each.expected_replacements ?? undefined,
    },
    { maxContentLines: each.max_content_lines, maxNeedleLines: each.max_needle_lines },
  );
}

function editFile(each: EditCase): Outcome {
  const decoded = decodeText(encoded(each.content, each.encoding));
  return decoded.kind === "text" ? editText(decoded.text, each) : { kind: "refused", errorCode: decoded.kind };
}

function encoded(text: string, encoding: EditCase["encoding"]): Uint8Array {
  const codes = [...text].map((character) => character.charCodeAt(0));
  if (encoding === "latin-1") return Uint8Array.from(codes);
  return Uint8Array.from([0xfeff, ...codes].flatMap((code) => [code & 0xff, code >> 8]));
}

/** What speaks against the outcome; the ideal or, where a case names one, the other acceptable outcome must hold. */
function faults(outcome: Outcome, each: EditCase): string[] {
  const ideal = faultsAgainst(outcome, each.expect);
  if (ideal.length === 0 || each.also_acceptable === undefined) return ideal;
  return faultsAgainst(outcome, each.also_acceptable).length === 0 ? [] : ideal;
}

function faultsAgainst(outcome: Outcome, wanted: Expectation): string[] {
  const edited = outcome.kind === "edited" ? outcome : undefined;
  const refused = outcome.kind === "refused" ? outcome : undefined;
  const strategy = "strategy" in outcome ? outcome.strategy : undefined;
  const list: string[] = [];
  if (wanted.ok !== (edited !== undefined)) list.push(`kind is ${outcome.kind}`);
  if (typeof wanted.content === "string" && edited && edited.content !== wanted.content)
    list.push(`content is ${JSON.stringify(edited.content)}`);
  if (!allows(wanted.strategy, strategy)) list.push(`strategy is ${strategy}`);
  if (!allows(wanted.error_code, refused?.errorCode)) list.push(`error code is ${refused?.errorCode}`);
  if (wanted.requires_review !== undefined && edited?.requiresReview !== wanted.requires_review)
    list.push(`requiresReview is ${edited?.requiresReview}`);
  if (wanted.matched_lines && JSON.stringify(edited?.matchedLines) !== JSON.stringify(wanted.matched_lines))
    list.push(`matched lines are ${JSON.stringify(edited?.matchedLines)}`);
  if (wanted.fuzzy_skipped && !(refused && "note" in refused && refused.note)) list.push("there is no note");
  if (wanted.similarity_required && !(refused && "closestMatch" in refused && refused.closestMatch))
    list.push("there is no closest match");
  return list;
}

function allows(wanted: Expectation["strategy"], got: string | undefined): boolean {
  const anyOf = typeof wanted === "string" ? [wanted] : (wanted ?? [null]);
  return anyOf.some((one) => one === null || one === got);
}
