import type { Meter } from "./meter.ts";
import { MAX_PIECE, type Probe } from "./probe.ts";
import { allowance, type SearchLimits } from "./search-limits.ts";
import { NO_SITES, type Sites } from "./sites.ts";
import { foldCode } from "./typography.ts";

/** What a literal search works on. */
export interface LiteralQuery {
  readonly content: string;
  /** Offset at which the text proper starts, behind a byte order mark. */
  readonly first: number;
  /** Not empty. */
  readonly text: string;
  /** Curly quotes and no-break spaces count as their ASCII forms. */
  readonly fold: boolean;
  readonly limits: SearchLimits;
  readonly meter: Meter;
}

/**
 * Every place where `text` stands in the content, overlapping ones included, in time linear in the content.
 *
 * A native search of a long text takes quadratic time when text and content repeat themselves. So it only looks for a
 * piece; what surrounds the piece is compared here, and when that turns out to be too much work, Knuth, Morris and Pratt
 * take over.
 *
 * @param findProbe Asked only when a probe is needed.
 */
export function literalSites(query: LiteralQuery, findProbe: () => Probe | "absent" | "common"): Sites {
  const { content, text, fold } = query;
  if (text.length > content.length) return NO_SITES;
  if (!fold && text.length <= MAX_PIECE) return sitesOf(query, aroundPiece(query, text) ?? []);
  const probe = findProbe();
  if (probe === "absent") return NO_SITES;
  const starts =
    probe !== "common" ? aroundHits(query, probe) : fold ? undefined : aroundPiece(query, text.slice(0, MAX_PIECE));
  return sitesOf(query, starts ?? everyStart(query));
}

function aroundHits(query: LiteralQuery, { hits, offset }: Probe): number[] | undefined {
  const starts: number[] = [];
  let left = allowance(query.limits, query.content.length);
  for (const hit of hits) {
    const start = hit - offset;
    const agreeing = agreeingLength(query, start);
    if (agreeing === query.text.length) starts.push(start);
    left -= agreeing + 1;
    if (left < 0) return undefined;
  }
  return starts;
}

/** @param piece The head of the text, or all of it. */
function aroundPiece(query: LiteralQuery, piece: string): number[] | undefined {
  const { content, text, limits, meter } = query;
  const starts: number[] = [];
  const isWhole = piece.length === text.length;
  let left = allowance(limits, content.length);
  let from = 0;
  for (let hit = content.indexOf(piece); hit !== -1; hit = content.indexOf(piece, hit + 1)) {
    meter.scan(hit - from);
    from = hit;
    const agreeing = isWhole ? piece.length : agreeingLength(query, hit);
    if (agreeing === text.length) starts.push(hit);
    left -= isWhole ? 0 : agreeing;
    if (left < 0) return undefined;
  }
  meter.scan(content.length - from);
  return starts;
}

/** How many code units of the text stand at `start`. */
function agreeingLength({ content, text, fold, meter }: LiteralQuery, start: number): number {
  if (start < 0 || start + text.length > content.length) return 0;
  let length = 0;
  while (length < text.length && sameCode(content.charCodeAt(start + length), text.charCodeAt(length), fold)) length++;
  meter.spend(length + 1);
  return length;
}

function sameCode(a: number, b: number, fold: boolean): boolean {
  return a === b || (fold && foldCode(a) === foldCode(b));
}

/** Knuth, Morris and Pratt: one pass, whatever the text. */
function everyStart({ content, text, fold, meter }: LiteralQuery): number[] {
  const borders = bordersOf(text, fold);
  const starts: number[] = [];
  let matched = 0;
  for (let at = 0; at < content.length; at++) {
    if ((at & 0xffff) === 0) meter.spend(2 * Math.min(0x10000, content.length - at));
    const code = content.charCodeAt(at);
    if (matched === text.length) matched = borders[matched - 1] ?? 0;
    while (matched > 0 && !sameCode(code, text.charCodeAt(matched), fold)) matched = borders[matched - 1] ?? 0;
    if (sameCode(code, text.charCodeAt(matched), fold)) matched++;
    if (matched === text.length) starts.push(at + 1 - matched);
  }
  return starts;
}

/** For each prefix, the length of its longest proper border. */
function bordersOf(text: string, fold: boolean): Int32Array {
  const borders = new Int32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (length > 0 && !sameCode(code, text.charCodeAt(length), fold)) length = borders[length - 1] ?? 0;
    if (sameCode(code, text.charCodeAt(length), fold)) length++;
    borders[at] = length;
  }
  return borders;
}

/** Leaves out what is no place of its own: an edge inside a CRLF or a surrogate pair. */
function sitesOf({ content, first, text }: LiteralQuery, placements: readonly number[]): Sites {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const placement of placements) {
    // A needle may quote the byte order mark, which then says "the very start"; the mark itself stays where it is.
    const start = Math.max(placement, first);
    const end = placement + text.length;
    if (end <= start || partsCharacter(content, start) || partsCharacter(content, end)) continue;
    starts.push(start);
    ends.push(end);
  }
  return { starts, ends };
}

function partsCharacter(content: string, offset: number): boolean {
  if (offset === 0 || offset >= content.length) return false;
  const before = content.charCodeAt(offset - 1);
  const after = content.charCodeAt(offset);
  if (before === 0x0d) return after === 0x0a;
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
