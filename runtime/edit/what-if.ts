/**
 * The rules of the arbiter switched off one at a time, to show what each is for. Not part of the room's door: only pages
 * that teach, and tests, import this file.
 */
import { dominantEnding, withEnding } from "../text/mod.ts";
import { explained, layEdit, matchedLines } from "./apply-edit.ts";
import { decideMatch, type RegisteredMatcher } from "./find-edit-match.ts";
import { MATCHERS, type MatchStrategy } from "./matchers/registry.ts";
import { noChange } from "./refusals.ts";
import { splice } from "./splice.ts";
import { type EditTrace, traced } from "./trace.ts";
import type { EditCommand, EditMatch, EditOutcome, MatchOptions } from "./types.ts";

export interface WhatIf {
  /** The strategies in this order; those left out are asked last, in their own order. */
  readonly order?: readonly MatchStrategy[];
  /** A strategy with several places is passed over as if it had found none. */
  readonly fallThrough?: boolean;
  /** A place may carry any amount of text. */
  readonly anySpan?: boolean;
  /** Line ends are written as the new text has them. */
  readonly keepLineEnds?: boolean;
}

export interface WhatIfEdit extends EditTrace {
  readonly outcome: EditOutcome;
}

/** `applyEdit` under other rules. */
export function whatIfEdit(
  content: string,
  command: EditCommand,
  whatIf: WhatIf,
  options: MatchOptions = {},
): WhatIfEdit {
  const expectation = { replaceAll: command.replace_all, expectedReplacements: command.expected_replacements };
  const asked = { ...options, ...expectation };
  const trace = traced(content, command.old_text, asked, (watched) =>
    decide(content, command.old_text, whatIf, watched),
  );
  return { ...trace, outcome: outcomeOf(content, command, whatIf, trace.match) };
}

function decide(content: string, oldText: string, whatIf: WhatIf, options: MatchOptions): EditMatch {
  const order = whatIf.order ?? [];
  const rank = ({ name }: RegisteredMatcher) => (order.includes(name) ? order.indexOf(name) : order.length);
  const chain: RegisteredMatcher[] = [...MATCHERS];
  chain.sort((a, b) => rank(a) - rank(b));
  const asked = whatIf.fallThrough ? chain.map(passingOver) : chain;
  return decideMatch(asked, content, oldText, options, whatIf.anySpan ? { spanLimit: Number.POSITIVE_INFINITY } : {});
}

function passingOver(matcher: RegisteredMatcher): RegisteredMatcher {
  return {
    ...matcher,
    find: (search, reading) => {
      const sites = matcher.find(search, reading);
      return sites.starts.length > 1 ? { starts: [], ends: [] } : sites;
    },
  };
}

function outcomeOf(content: string, command: EditCommand, whatIf: WhatIf, match: EditMatch): EditOutcome {
  if (match.kind === "refused") return explained(content, command.old_text, match);
  const laid = layEdit(content, match, command);
  if (laid.kind === "refused") return laid;
  const { replacements, kind: _, ...notes } = laid;
  const ending = dominantEnding(command.new_text);
  const written = whatIf.keepLineEnds
    ? replacements.map((place) => ({ ...place, text: withEnding(place.text, ending) }))
    : replacements;
  const edited = splice(content, written);
  if (edited === content) return noChange(match);
  return {
    kind: "edited",
    content: edited,
    strategy: match.strategy,
    replacements: match.candidates.length,
    matchedLines: matchedLines(match.candidates),
    requiresReview: match.requiresReview,
    ...notes,
  };
}
