import { type ChangedLines, changedLines } from "./changed-lines.ts";
import { keyOf } from "./message-key.ts";
import type { CheckerFinding, Subject } from "./types.ts";

interface Findings {
  readonly before: readonly CheckerFinding[];
  readonly after: readonly CheckerFinding[];
}

/**
 * The findings that came with a change: the multiset difference on code and message. Of several that are alike, as many
 * are new as there are more of them now, those on changed lines first.
 *
 * Where the text before could not be read to its end, faults that were always there come to light when it is mended.
 * Then only what stands on a line that was written now, or in a part that was read before, is called new: less than the
 * whole, never more.
 */
export function newFindings({ before, after }: Findings, texts: Pick<Subject, "before" | "after">): CheckerFinding[] {
  if (after.length === 0) return [];
  const changed = changedLines(texts.before ?? "", texts.after);
  const surplus = surplusOf(before, after, changed);
  const blocker = before.find(({ blocks }) => blocks);
  if (blocker === undefined || surplus.length === 0) return surplus;
  const readTo = lineReadTo(blocker, texts.before ?? "");
  return surplus.filter((finding) => isCertain(finding, changed, readTo));
}

function surplusOf(
  before: readonly CheckerFinding[],
  after: readonly CheckerFinding[],
  changed: ChangedLines,
): CheckerFinding[] {
  const old = new Map<string, number>();
  for (const finding of before) {
    const key = keyOf(finding);
    old.set(key, (old.get(key) ?? 0) + 1);
  }
  const groups = new Map<string, CheckerFinding[]>();
  for (const finding of after) {
    const key = keyOf(finding);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups].flatMap(([key, group]) => {
    const more = group.length - (old.get(key) ?? 0);
    if (more <= 0) return [];
    return likeliestNew(group, changed).slice(0, more);
  });
}

/** Those on lines written now come first, then those among them, then the last ones of the file. */
function likeliestNew(group: readonly CheckerFinding[], changed: ChangedLines): CheckerFinding[] {
  const rank = ({ line, path }: CheckerFinding) => {
    if (line === undefined || path !== undefined || !changed.isWithin(line)) return 2;
    return changed.isNew(line) ? 0 : 1;
  };
  const byRank = [0, 1, 2].map((wanted) => group.filter((finding) => rank(finding) === wanted));
  const [written = [], among = [], others = []] = byRank;
  return [...written, ...among, ...others.reverse()];
}

function isCertain({ line, path, blocks, cause }: CheckerFinding, changed: ChangedLines, readTo: number): boolean {
  if (line === undefined || path !== undefined) return false;
  if (changed.isNew(cause ?? line)) return true;
  const stood = changed.before(line);
  return blocks === true && stood !== null && stood < readTo;
}

/** A fault at the very end was caused anywhere above, so nothing above counts as read. */
function lineReadTo({ line }: CheckerFinding, text: string): number {
  if (line === undefined) return 0;
  let last = 1;
  for (let at = text.trimEnd().indexOf("\n"); at >= 0; at = text.trimEnd().indexOf("\n", at + 1)) last += 1;
  return line >= last ? 0 : line;
}
