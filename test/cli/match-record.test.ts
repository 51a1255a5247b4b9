import { describe, expect, test } from "vitest";
import { nobleHash } from "../../adapters/hash/noble.ts";
import { matchRecord as answerRecord, type MatchAnswer } from "../../runtime/cli/commands/match.ts";
import { encodeBase64 } from "../../runtime/text/mod.ts";

const NOT_REACHED = [
  "indentation_flexible",
  "line_trimmed",
  "whitespace_normalized",
  "escape_normalized",
  "line_number_stripped",
  "typographic_normalized",
  "block_anchor",
].map((strategy) => ({ strategy, ran: false, candidates: 0, reason: "not_reached" }));
const sha256 = (text: string) => nobleHash.sha256(new TextEncoder().encode(text));
const base64 = (text: string) => encodeBase64(new TextEncoder().encode(text));

const matchRecord = (record: unknown): MatchAnswer => answerRecord(record, { hash: nobleHash });

describe("matchRecord", () => {
  test("answers an edit with the new content, the decision and the trace", () => {
    expect(matchRecord({ id: 7, content: "a\nb\n", old_text: "b", new_text: "$&" })).toEqual({
      id: 7,
      success: true,
      content: "a\n$&\n",
      match_strategy: "exact",
      replacements: 1,
      matched_lines: [[2, 2]],
      diff: "--- a/content\n+++ b/content\n@@ -1,2 +1,2 @@\n a\n-b\n+$&\n",
      sha256_before: sha256("a\nb\n"),
      sha256_after: sha256("a\n$&\n"),
      trace: [{ strategy: "exact", ran: true, candidates: 1, reason: "decided" }, ...NOT_REACHED],
    });
  });

  test("marks a block_anchor edit, and no other, for review", () => {
    expect(matchRecord({ content: "a\nx\nb\n", old_text: "a\ny\nb", new_text: "c" })).toMatchObject({
      id: null,
      success: true,
      match_strategy: "block_anchor",
      requires_review: true,
    });
  });

  test("a refusal gives the content back unchanged with code, sentence and places", () => {
    expect(matchRecord({ id: "x", content: "a\na\n", old_text: "a", new_text: "b", replace_all: false })).toEqual({
      id: "x",
      success: false,
      content: "a\na\n",
      match_strategy: "exact",
      replacements: 0,
      matched_lines: [
        [1, 1],
        [2, 2],
      ],
      match_count: 2,
      error_code: "ambiguous",
      error: expect.stringContaining("lines 1, 2"),
      trace: [{ strategy: "exact", ran: true, candidates: 2, reason: "decided" }, ...NOT_REACHED],
    });
  });

  test("carries what the tool reports: differences ignored, new text adjusted and the warning", () => {
    const before = 'a\nsay("hi") \n';
    const after = 'a\nsay("ho")\n';
    expect(matchRecord({ content: before, old_text: 'a\nsay(\\"hi\\")\n', new_text: 'a\nsay(\\"ho\\")\n' })).toEqual({
      id: null,
      success: true,
      content: after,
      match_strategy: "escape_normalized",
      replacements: 1,
      matched_lines: [[1, 2]],
      differences_ignored: [
        { kind: "escapes", lines: [2], total: 1 },
        { kind: "trailing_whitespace", lines: [2], total: 1 },
      ],
      new_text_adjusted: [{ kind: "escapes", lines: [2], total: 1 }],
      diff: '--- a/content\n+++ b/content\n@@ -1,2 +1,2 @@\n a\n-say("hi") \n+say("ho")\n',
      sha256_before: sha256(before),
      sha256_after: sha256(after),
      warning:
        "old_text carried escapes that the file does not have, and so did new_text (its lines 2); they were left out of " +
        "what was written. Check the result",
      trace: [
        ...["exact", "indentation_flexible", "line_trimmed", "whitespace_normalized"].map((strategy) => ({
          strategy,
          ran: true,
          candidates: 0,
          reason: "no_candidate",
        })),
        { strategy: "escape_normalized", ran: true, candidates: 1, reason: "decided" },
        ...NOT_REACHED.slice(4),
      ],
    });
  });

  test("a refusal while the edit is laid, or of what block_anchor would decide, gives the content back", () => {
    const content = "class A {\n  a\n  b\n}\n";
    const cases: [object, string, string][] = [
      [{ old_text: "      a\n      b", new_text: "      a\n  c" }, "no_sound_mapping", "indentation_flexible"],
      [{ old_text: "class A {\n  ...\n}", new_text: "class A {\n}" }, "elision_placeholder", "block_anchor"],
      [
        { old_text: "class A {\n  x\n  y\n}", new_text: "", replace_all: true },
        "replace_all_not_allowed",
        "block_anchor",
      ],
    ];
    for (const [edit, error_code, match_strategy] of cases) {
      expect(matchRecord({ id: error_code, content, ...edit })).toEqual({
        id: error_code,
        success: false,
        content,
        match_strategy,
        replacements: 0,
        matched_lines: [match_strategy === "block_anchor" ? [1, 4] : [2, 3]],
        match_count: 1,
        error_code,
        error: expect.any(String),
        trace: expect.any(Array),
      });
    }
  });

  test("a miss names the first difference from the closest match", () => {
    expect(matchRecord({ content: "don’t go\nx\n", old_text: "Don't go", new_text: "y" })).toMatchObject({
      error_code: "not_found",
      closest_match: { start_line: 1, end_line: 1 },
      first_difference: { line: 1, column: 1, reason: "case", file_character: "d", old_character: "D" },
    });
  });

  test("a miss carries the closest match and, under the size guard, the note", () => {
    const answer = matchRecord({
      content: "value = 1\nx\n",
      old_text: "value = 2",
      new_text: "y",
      max_content_lines: 2,
    });
    expect(answer).toMatchObject({
      success: false,
      match_strategy: null,
      matched_lines: [],
      error_code: "not_found",
      closest_match: { start_line: 1, end_line: 1, similarity: 0.889, text: "value = 1" },
      note: expect.stringContaining("Only exact matching ran"),
    });
    expect(answer.trace[1]).toEqual({
      strategy: "indentation_flexible",
      ran: false,
      candidates: 0,
      reason: "size_guard",
    });
  });

  test("bytes come in and go out as base64, byte order mark included", () => {
    expect(matchRecord({ content_base64: base64("\ufeffa  é\r\n"), old_text: "a é", new_text: "b\nc" })).toMatchObject({
      success: true,
      content_base64: base64("\ufeffb\r\nc\r\n"),
      match_strategy: "whitespace_normalized",
    });
  });

  test("bytes that are no text are refused and given back", () => {
    const latin = encodeBase64(Uint8Array.from([0x63, 0xe9]));
    expect(matchRecord({ id: 1, content_base64: latin, old_text: "c", new_text: "d" })).toEqual({
      id: 1,
      success: false,
      content_base64: latin,
      match_strategy: null,
      replacements: 0,
      matched_lines: [],
      error_code: "not_utf8",
      error: "match: the content is not UTF-8 at byte 1; convert it first",
      trace: [],
    });
    const wide = encodeBase64(Uint8Array.from([0xff, 0xfe, 0x63, 0x00]));
    expect(matchRecord({ content_base64: wide, old_text: "c", new_text: "d" })).toMatchObject({
      error_code: "binary",
      error: "match: the content is UTF-16 text (little endian), which is no UTF-8 text",
      content_base64: wide,
    });
  });

  test("an empty needle is its own refusal", () => {
    expect(matchRecord({ content: "a", old_text: "", new_text: "b" })).toMatchObject({ error_code: "empty_needle" });
  });

  test("null stands for absent, as records from other tools have it", () => {
    const record = {
      id: null,
      content: "a\na\n",
      old_text: "a",
      new_text: "b",
      replace_all: true,
      expected_replacements: null,
    };
    expect(matchRecord(record)).toMatchObject({ id: null, success: true, content: "b\nb\n", replacements: 2 });
  });

  test("a wrong record is answered under its id, and nothing is matched", () => {
    const edit = { old_text: "a", new_text: "b" };
    const cases: [unknown, string, string][] = [
      [[], "bad_argument", "JSON object"],
      [{ ...edit }, "bad_argument", "exactly one of content and content_base64"],
      [{ ...edit, content: "a", content_base64: "YQ==" }, "bad_argument", "exactly one"],
      [{ ...edit, content_base64: "YQ" }, "bad_argument", "base64"],
      [{ content: "a", new_text: "b" }, "bad_argument", "old_text"],
      [{ ...edit, content: "a", fuzzy: true }, "unsupported_argument", '"fuzzy"'],
      [{ ...edit, content: "a", expected_replacements: 1.5 }, "bad_argument", "expected_replacements"],
      [{ ...edit, content: "a", new_text: "\ud800" }, "bad_argument", "new_text"],
    ];
    for (const [record, error_code, words] of cases) {
      const answer = matchRecord(Array.isArray(record) ? record : { id: 3, ...Object(record) });
      expect(answer).toEqual({
        id: Array.isArray(record) ? null : 3,
        success: false,
        match_strategy: null,
        replacements: 0,
        matched_lines: [],
        error_code,
        error: expect.stringContaining(words),
        trace: [],
      });
    }
  });
});
