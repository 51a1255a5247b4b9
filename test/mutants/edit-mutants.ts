import type { EditMatch, MatchCandidate, Matched } from "../../runtime/edit/mod.ts";
import type { EditEngine, SearchLimits } from "../property/edit/engine.ts";
import { type Decision, pasted, withDecisions, withOutcomes } from "./around-the-engine.ts";
import type { Mutant } from "./mutant.ts";

export const EDIT_MUTANTS: readonly Mutant<EditEngine>[] = [
  {
    id: "order-swapped",
    title: "line_trimmed is asked before indentation_flexible",
    killedBy: "M5",
    mutate: (edit) => withChain(edit, ["exact", "line_trimmed", "indentation_flexible"]),
  },
  {
    id: "overlap-ignored",
    title: "The search goes on behind a place it found, so places that share text count once",
    killedBy: "M9",
    mutate: (edit) => withDecisions(edit, withoutOverlaps),
  },
  {
    id: "first-hit-wins",
    title: "Of several places the first is taken",
    killedBy: "M6",
    mutate: (edit) =>
      withDecisions(edit, ({ match }) =>
        refusedAs(match, "ambiguous") ? matched(match, match.candidates?.slice(0, 1)) : match,
      ),
  },
  {
    id: "ambiguity-falls-through",
    title: "When a strategy finds several places, the next one may decide",
    killedBy: "M6",
    mutate: (edit) => withDecisions(edit, fallThrough),
  },
  {
    id: "count-implies-all",
    title: "expected_replacements stands for replace_all",
    killedBy: "M8",
    mutate: (edit) =>
      withDecisions(edit, ({ edit: right, matchers, content, oldText, options, match }) =>
        options.expectedReplacements === undefined || !refusedAs(match, "ambiguous")
          ? match
          : right.decide(matchers, content, oldText, { ...options, replaceAll: true }),
      ),
  },
  {
    id: "oversized-accepted",
    title: "A span may be of any size",
    killedBy: "M10",
    mutate: (edit) =>
      withDecisions(edit, ({ match }) =>
        refusedAs(match, "oversized_span") ? matched(match, match.candidates) : match,
      ),
  },
  {
    id: "review-forgotten",
    title: "An edit by its first and last line is not marked for review",
    killedBy: "M11",
    mutate: (edit) => withOutcomes(edit, (edited) => ({ ...edited, requiresReview: false })),
  },
  {
    id: "decoded-in-the-wrong-order",
    title: "Escapes are decoded by one replacement after the other, so an escaped backslash joins what follows it",
    killedBy: "M14",
    mutate: (edit) => withDecisions(edit, decodedInSequence),
  },
  {
    id: "comparing-without-end",
    title: "However often a piece of the needle occurs, the search compares what stands around it",
    killedBy: "M19",
    mutate: (edit) => ({ ...edit, cost: (content, oldText) => edit.cost(content, oldText, NO_LIMITS) }),
  },
  {
    id: "line-endings-not-rewritten",
    title: "At an exact place the new text keeps its own line endings",
    killedBy: "S2",
    mutate: (edit) =>
      withOutcomes(edit, (edited, match, content, { new_text }) =>
        match.strategy === "exact" ? pasted(edit, content, match, () => new_text) : edited,
      ),
  },
  {
    id: "indented-by-length",
    title: "Indentation is added and taken away by the count of its characters",
    killedBy: "S9",
    mutate: (edit) =>
      withOutcomes(edit, (edited, match, content, { old_text, new_text }) =>
        WHOLE_LINES.includes(match.strategy)
          ? pasted(edit, content, match, (span) => indentedByLength(new_text, indentOf(old_text), indentOf(span)))
          : edited,
      ),
  },
  {
    id: "indentation-of-blank-lines",
    title: "Blank lines are indented like others",
    killedBy: "S4",
    mutate: (edit) =>
      withOutcomes(edit, (edited, match, content) => {
        const indent = indentOf(content.slice(match.candidates[0]?.start));
        const filled = edited.content.replace(/^(?=\n)/gm, () => indent);
        return match.strategy === "indentation_flexible" ? { ...edited, content: filled } : edited;
      }),
  },
  {
    id: "new-text-as-pattern",
    title: "The new text goes through String.replace, where `$&` is the old one",
    killedBy: "S7",
    mutate: (edit) =>
      withOutcomes(edit, (edited, match, content, { new_text }) =>
        match.strategy === "exact" ? pasted(edit, content, match, (span) => span.replace(span, new_text)) : edited,
      ),
  },
  {
    id: "trimmed-file",
    title: "The text behind the span loses its trailing spaces",
    killedBy: "S1",
    mutate: (edit) =>
      withOutcomes(edit, (edited, match, content) => {
        const behind = content.length - (match.candidates.at(-1)?.end ?? 0);
        const kept = edited.content.slice(edited.content.length - behind).replace(/[ \t]+$/gm, () => "");
        return { ...edited, content: edited.content.slice(0, edited.content.length - behind) + kept };
      }),
  },
  {
    id: "final-line-break-added",
    title: "Every file ends with a line break after an edit",
    killedBy: "S5",
    mutate: (edit) =>
      withOutcomes(edit, (edited) => ({
        ...edited,
        content: edited.content.replace(/[^\r\n]$/, (last) => `${last}\n`),
      })),
  },
];

const NO_LIMITS: SearchLimits = {
  rareHits: Number.MAX_SAFE_INTEGER,
  comparedBase: Number.MAX_SAFE_INTEGER,
  comparedShare: 0,
};

const WHOLE_LINES: readonly string[] = ["indentation_flexible", "line_trimmed"];

function refusedAs(match: EditMatch, code: string): boolean {
  return match.kind === "refused" && match.errorCode === code;
}

function matched({ strategy }: EditMatch, candidates: readonly MatchCandidate[] = []): Matched {
  return { kind: "matched", strategy: strategy ?? "exact", candidates, requiresReview: strategy === "block_anchor" };
}

/** The chain with the strategies named first in their order, and the others behind them. */
function withChain(edit: EditEngine, first: readonly string[]): EditEngine {
  const moved = first.flatMap((name) => edit.matchers.filter((matcher) => matcher.name === name));
  const chain = [...moved, ...edit.matchers.filter((matcher) => !moved.includes(matcher))];
  const engine = withDecisions(edit, ({ edit: right, matchers, content, oldText, options, match }) =>
    matchers === edit.matchers ? right.decide(chain, content, oldText, options) : match,
  );
  return { ...engine, matchers: edit.matchers };
}

function withoutOverlaps({ edit, content, oldText, options, match }: Decision): EditMatch {
  if (match.kind === "matched" || match.strategy === undefined) return match;
  if (match.errorCode !== "ambiguous" && match.errorCode !== "overlapping_matches") return match;
  const kept: MatchCandidate[] = [];
  for (const candidate of edit.propose(match.strategy, content, oldText)) {
    if (candidate.start >= (kept.at(-1)?.end ?? 0)) kept.push(candidate);
  }
  return kept.length === 1 || options.replaceAll ? matched(match, kept) : match;
}

function fallThrough({ edit, matchers, content, oldText, options, match }: Decision): EditMatch {
  if (!refusedAs(match, "ambiguous")) return match;
  const at = matchers.findIndex(({ name }) => name === match.strategy);
  const looser = edit.decide(matchers.slice(at + 1), content, oldText, options);
  return looser.kind === "matched" ? looser : match;
}

function decodedInSequence({ edit, matchers, content, oldText, options, match }: Decision): EditMatch {
  const at = matchers.findIndex(({ name }) => name === "escape_normalized");
  if (at < 0 || matchers.slice(0, at).some(({ name }) => name === match.strategy)) return match;
  const decoded = [
    ["\\r\\n", "\n"],
    ["\\n", "\n"],
    ["\\r", "\n"],
    ["\\t", "\t"],
    ['\\"', '"'],
    ["\\'", "'"],
    ["\\\\", "\\"],
  ].reduce((text, [escaped = "", plain = ""]) => text.replaceAll(escaped, () => plain), oldText);
  const readers = matchers.filter(({ name }) => name === "exact" || name === "line_trimmed");
  const found = decoded === oldText ? match : edit.decide(readers, content, decoded, options);
  if (found.strategy !== undefined) return { ...found, strategy: "escape_normalized" };
  return edit.decide(matchers.slice(at + 1), content, oldText, options);
}

function indentOf(text: string): string {
  return /^[ \t]*(?=\S)/m.exec(text)?.[0] ?? "";
}

function indentedByLength(newText: string, from: string, to: string): string {
  return newText
    .split("\n")
    .map((line) => {
      if (line.trim() === "") return line;
      if (to.length >= from.length) return to.slice(from.length) + line;
      const dropped = from.slice(to.length);
      return line.startsWith(dropped) ? line.slice(dropped.length) : line;
    })
    .join("\n");
}
