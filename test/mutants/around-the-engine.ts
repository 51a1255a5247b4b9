import type { EditCommand, Edited, EditMatch, EditOutcome, Matched, MatchOptions } from "../../runtime/edit/mod.ts";
import type { EditEngine, RegisteredMatcher } from "../property/edit/engine.ts";

/** What the engine decided, and a way to ask it again. */
export interface Decision {
  readonly edit: EditEngine;
  readonly matchers: readonly RegisteredMatcher[];
  readonly content: string;
  readonly oldText: string;
  readonly options: MatchOptions;
  readonly match: EditMatch;
}

/** An engine whose decisions go through `change`. Where it changes one, the new text is pasted as it is. */
export function withDecisions(edit: EditEngine, change: (decision: Decision) => EditMatch): EditEngine {
  const decide: EditEngine["decide"] = (matchers, content, oldText, options, limits) => {
    const match = edit.decide(matchers, content, oldText, options, limits);
    return change({ edit, matchers, content, oldText, options, match });
  };
  const find: EditEngine["find"] = (content, oldText, options = {}) => {
    return decide(edit.matchers, content, oldText, options);
  };
  return {
    ...edit,
    decide,
    find,
    apply(content, command, options) {
      const asked = {
        replaceAll: command.replace_all,
        expectedReplacements: command.expected_replacements,
        ...options,
      };
      const right = edit.find(content, command.old_text, asked);
      const match = find(content, command.old_text, asked);
      if (JSON.stringify(match) === JSON.stringify(right)) return edit.apply(content, command, options);
      return match.kind === "refused" ? match : pasted(edit, content, match, () => command.new_text);
    },
  };
}

/** An engine whose successful edits go through `change`, which gives the outcome back or another. */
export function withOutcomes(
  edit: EditEngine,
  change: (edited: Edited, match: Matched, content: string, command: EditCommand) => EditOutcome,
): EditEngine {
  return {
    ...edit,
    apply(content, command, options) {
      const outcome = edit.apply(content, command, options);
      const asked = { replaceAll: command.replace_all, expectedReplacements: command.expected_replacements };
      const match = edit.find(content, command.old_text, asked);
      if (outcome.kind === "refused" || match.kind === "refused") return outcome;
      return change(outcome, match, content, command);
    },
  };
}

/** The outcome of an edit that puts a text in place of every span and thinks no further. */
export function pasted(
  edit: EditEngine,
  content: string,
  match: Matched,
  textFor: (span: string) => string,
): EditOutcome {
  const template = edit.apply("a", { command: "str_replace", old_text: "a", new_text: "b" });
  if (template.kind === "refused") throw new Error("the engine refuses to make an a into a b");
  const pieces: string[] = [];
  let kept = 0;
  for (const { start, end } of match.candidates) {
    pieces.push(content.slice(kept, start), textFor(content.slice(start, end)));
    kept = end;
  }
  return {
    ...template,
    content: pieces.join("") + content.slice(kept),
    strategy: match.strategy,
    replacements: match.candidates.length,
    matchedLines: match.candidates.map(({ startLine, endLine }) => [startLine, endLine] as const),
    requiresReview: match.requiresReview,
  };
}
